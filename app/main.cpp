// SPDX-License-Identifier: MIT
#include "app/window/run_window.h"

int main(int argc, char** argv)
{
    return sublinear::runWindow(argc, argv);
}
