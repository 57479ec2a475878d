// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSize>
#include <QSizeF>

#include <memory>

namespace sublinear {

/// Paints into SVG. Unlike Qt's own generator it keeps clips, so that nothing stands outside its plot,
/// and hatches, and writes no group around every single item. Text stays text.
class SvgDevice : public QPaintDevice {
    Q_DISABLE_COPY_MOVE(SvgDevice)

public:
    /// `name` begins every id, so that several drawings can stand in one document.
    SvgDevice(QSize size, const QByteArray& name);
    ~SvgDevice() override;

    /// What was painted: the elements, without the <svg> around them.
    [[nodiscard]] QByteArray elements() const;

    [[nodiscard]] QPaintEngine* paintEngine() const override;

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QSize m_size;
    std::unique_ptr<Engine> m_engine;
};

/// "1.5", "12": at most two decimals, whatever the locale.
QByteArray svgNumber(double value);
/// With the characters replaced that mean something in XML.
QByteArray xmlEscaped(const QString& text);

} // namespace sublinear
