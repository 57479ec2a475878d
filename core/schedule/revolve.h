// SPDX-License-Identifier: MIT
#pragma once

#include "core/schedule/run_list.h"

namespace sublinear {

/// Chen's recursion (arXiv 1604.06174, section 4.3 with one cut per level): the chain is
/// halved, the input of the second half kept, and each half treated likewise: about log2(N)
/// states and N*log2(N)/2 extra layer forwards.
void writeHalves(RunList& list, Count layers);

/// Binomial checkpointing (Griewank & Walther, revolve): `slots` states, x_0 counted.
void writeRevolve(RunList& list, Count layers, Count slots);

} // namespace sublinear
