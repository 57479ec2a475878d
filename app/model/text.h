// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace sublinear {

/// core speaks UTF-8, Qt UTF-16. These two are the border.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline std::string toUtf8(const QString& text)
{
    return text.toUtf8().toStdString();
}

} // namespace sublinear
