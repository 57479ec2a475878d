// SPDX-License-Identifier: MIT
#include "app/style/policy_look.h"

namespace sublinear {

namespace {

/// Chosen to be apart for people who do not tell red from green as well, and from the card's ground.
QColor colorOf(PolicyId policy, bool dark)
{
    switch (policy) {
    case PolicyId::StoreAll:
        return dark ? QColor(0xCA, 0xF4, 0xA4) : QColor(0x58, 0x23, 0x67);
    case PolicyId::Article:
        return dark ? QColor(0x6C, 0xA8, 0xDB) : QColor(0x00, 0x72, 0xB2);
    case PolicyId::Segments:
        return dark ? QColor(0x3E, 0xBE, 0x5C) : QColor(0x1E, 0xA7, 0x58);
    case PolicyId::EveryNth:
        return dark ? QColor(0xCA, 0x51, 0x9C) : QColor(0x9E, 0x27, 0x4F);
    case PolicyId::FirstM:
        return dark ? QColor(0xB7, 0xEA, 0x47) : QColor(0x98, 0x2A, 0x00);
    case PolicyId::TwoLevel:
        return dark ? QColor(0xD5, 0x6A, 0x19) : QColor(0xFF, 0x3F, 0x00);
    case PolicyId::Selective:
        return dark ? QColor(0x65, 0x67, 0xFF) : QColor(0x23, 0x20, 0xA8);
    case PolicyId::Recursive:
        return dark ? QColor(0xEA, 0xD4, 0xFF) : QColor(0x67, 0x95, 0x98);
    case PolicyId::Revolve:
        return dark ? QColor(0xB7, 0x83, 0x7C) : QColor(0x46, 0x1A, 0x07);
    case PolicyId::Optimal:
        return dark ? QColor(0xE3, 0xE0, 0xCA) : QColor(0x00, 0x10, 0x21);
    }
    return {};
}

MarkerShape markerOf(PolicyId policy)
{
    switch (policy) {
    case PolicyId::StoreAll:
        return MarkerShape::Bar;
    case PolicyId::Article:
        return MarkerShape::Disc;
    case PolicyId::Segments:
        return MarkerShape::Square;
    case PolicyId::EveryNth:
        return MarkerShape::Triangle;
    case PolicyId::FirstM:
        return MarkerShape::Star;
    case PolicyId::TwoLevel:
        return MarkerShape::Pentagon;
    case PolicyId::Selective:
        return MarkerShape::TriangleDown;
    case PolicyId::Recursive:
        return MarkerShape::Cross;
    case PolicyId::Revolve:
        return MarkerShape::Plus;
    case PolicyId::Optimal:
        return MarkerShape::Hourglass;
    }
    return MarkerShape::Disc;
}

} // namespace

PolicyLook policyLook(PolicyId policy, bool dark)
{
    return { colorOf(policy, dark), markerOf(policy) };
}

} // namespace sublinear
