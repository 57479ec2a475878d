// SPDX-License-Identifier: MIT
// Spills: must not compile under the flags of the CUDA module.
__global__ void __launch_bounds__(1024, 2) spills(const float* in, float* out)
{
    float held[96];
#pragma unroll
    for (int i = 0; i < 96; ++i) {
        held[i] = in[i * 1024 + static_cast<int>(threadIdx.x)];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 96; ++i) {
        out[i * 1024 + static_cast<int>(threadIdx.x)] = held[i] * held[95 - i];
    }
}
