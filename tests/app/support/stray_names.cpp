// SPDX-License-Identifier: MIT
#include "tests/app/support/stray_names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sublinear::testing {

namespace {

double distance(const QRectF& box, QPointF at)
{
    return std::hypot(
        at.x() - std::clamp(at.x(), box.left(), box.right()), at.y() - std::clamp(at.y(), box.top(), box.bottom()));
}

} // namespace

QStringList strayNames(const std::vector<PaintedText>& texts, const std::vector<NamedPoint>& points)
{
    constexpr double kSame = 1; // pixels: two points on one spot are both meant
    QStringList faults;
    for (const PaintedText& text : texts) {
        std::vector<QPointF> own;
        double least = std::numeric_limits<double>::infinity();
        for (const NamedPoint& point : points) {
            if (point.name == text.text) {
                own.push_back(point.at);
                least = std::min(least, distance(text.box, point.at));
            }
        }
        for (const NamedPoint& point : own.empty() ? std::vector<NamedPoint> {} : points) {
            const bool meant =
                std::any_of(own.begin(), own.end(), [&](QPointF at) { return QLineF(at, point.at).length() <= kSame; });
            if (!meant && distance(text.box, point.at) <= least) {
                faults << QStringLiteral("\"%1\" is nearer to \"%2\" at %3, %4")
                              .arg(text.text, point.name)
                              .arg(point.at.x())
                              .arg(point.at.y());
            }
        }
    }
    return faults;
}

} // namespace sublinear::testing
