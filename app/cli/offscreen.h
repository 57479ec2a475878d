// SPDX-License-Identifier: MIT
#pragma once

#include <QApplication>

#include <array>

namespace sublinear::cli {

/// What draws without a display: Qt's offscreen platform, whatever screen, scale factor or style the environment names.
class Offscreen {
public:
    Offscreen();

private:
    struct Environment {
        Environment();
    };
    Environment m_environment; ///< before the application, which reads it
    int m_argc = 1;
    std::array<char, 10> m_name { "sublinear" };
    std::array<char*, 2> m_argv { m_name.data(), nullptr };
    QApplication m_application;
};

} // namespace sublinear::cli
