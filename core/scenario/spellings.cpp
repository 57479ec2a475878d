// SPDX-License-Identifier: MIT
#include "core/scenario/spellings.h"

#include "core/scenario/fields.h"

namespace sublinear {

std::string_view toText(Accounting value)
{
    return spelt(value);
}

std::string_view toText(Dtype value)
{
    return spelt(value);
}

std::string_view toText(Norm value)
{
    return spelt(value);
}

std::string_view toText(Positions value)
{
    return spelt(value);
}

std::string_view toText(QkNorm value)
{
    return spelt(value);
}

std::string_view toText(Gradients value)
{
    return spelt(value);
}

std::string_view toText(Optimizer value)
{
    return spelt(value);
}

std::string_view toText(Attention value)
{
    return spelt(value);
}

std::string_view toText(Loss value)
{
    return spelt(value);
}

std::string_view toText(PolicyId value)
{
    return spelt(value);
}

Count bytesPerElement(Dtype dtype)
{
    return dtype == Dtype::Fp32 ? 4 : 2;
}

} // namespace sublinear
