// SPDX-License-Identifier: MIT
#include "gpu/cuda/module/products.h"

#include "gpu/cuda/module/real_runtime.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>

namespace sublinear::cuda {

// The functions that are used, under the names and types of cuBLASLt's header.
struct Products::Api {
    decltype(&cublasLtCreate) create = nullptr;
    decltype(&cublasLtDestroy) destroy = nullptr;
    decltype(&cublasLtMatmulDescCreate) createOperation = nullptr;
    decltype(&cublasLtMatmulDescDestroy) destroyOperation = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) setOperation = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) createLayout = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) destroyLayout = nullptr;
    decltype(&cublasLtMatrixLayoutSetAttribute) setLayout = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) createPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) destroyPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) setPreference = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
    decltype(&cublasLtMatmulAlgoConfigGetAttribute) attribute = nullptr;
    decltype(&cublasLtMatmul) multiply = nullptr;
};

namespace {

CudaCode codeOf(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS ? CudaCode::Success
                                           : static_cast<CudaCode>(kCublasCodes + static_cast<int>(status));
}

// The library of the toolkit's major version: its structures are those of the header.
void* loadLibrary()
{
    const std::string name = "libcublasLt.so." + std::to_string(CUDART_VERSION / 1000);
    const char* const home = std::getenv("CUDA_HOME");
    for (const std::string& folder : { std::string(), home == nullptr ? std::string() : std::string(home) + "/lib64/",
             std::string("/usr/local/cuda/lib64/") }) {
        if (void* const library = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
    }
    return nullptr;
}

template <class Function> bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

std::int64_t bytesOf(ElementType type)
{
    return type == ElementType::Bf16 ? 2 : 4;
}

cudaDataType_t dataTypeOf(ElementType type)
{
    return type == ElementType::Bf16 ? CUDA_R_16BF : CUDA_R_32F;
}

// The largest power of two, up to 256, that all of the addresses and distances are multiples of.
std::uint32_t alignmentOf(const void* data, ElementType type, std::int64_t batchStride, std::int64_t stride)
{
    const std::int64_t each = bytesOf(type);
    constexpr std::uint32_t kMost = 256;
    const auto bits = reinterpret_cast<std::uintptr_t>(data) | static_cast<std::uintptr_t>(batchStride * each)
        | static_cast<std::uintptr_t>(stride * each) | kMost;
    return static_cast<std::uint32_t>(bits & (~bits + 1));
}

// Reports whether every one of some calls went well; calls none after the first that did not.
class Calls {
public:
    template <class Function, class... Arguments> Calls& call(Function function, Arguments... arguments)
    {
        if (m_status == CUBLAS_STATUS_SUCCESS) {
            m_status = function(arguments...);
        }
        return *this;
    }
    [[nodiscard]] CudaCode code() const { return codeOf(m_status); }

private:
    cublasStatus_t m_status = CUBLAS_STATUS_SUCCESS;
};

} // namespace

Products::~Products()
{
    for (auto& entry : m_plans) {
        destroy(entry.second);
    }
    if (m_handle != nullptr) {
        m_api->destroy(m_handle);
    }
    delete m_api;
}

CudaCode Products::open()
{
    if (m_handle != nullptr) {
        return CudaCode::Success;
    }
    if (m_api == nullptr) {
        void* const library = loadLibrary();
        Api api;
        if (library == nullptr || !find(library, "cublasLtCreate", api.create)
            || !find(library, "cublasLtDestroy", api.destroy)
            || !find(library, "cublasLtMatmulDescCreate", api.createOperation)
            || !find(library, "cublasLtMatmulDescDestroy", api.destroyOperation)
            || !find(library, "cublasLtMatmulDescSetAttribute", api.setOperation)
            || !find(library, "cublasLtMatrixLayoutCreate", api.createLayout)
            || !find(library, "cublasLtMatrixLayoutDestroy", api.destroyLayout)
            || !find(library, "cublasLtMatrixLayoutSetAttribute", api.setLayout)
            || !find(library, "cublasLtMatmulPreferenceCreate", api.createPreference)
            || !find(library, "cublasLtMatmulPreferenceDestroy", api.destroyPreference)
            || !find(library, "cublasLtMatmulPreferenceSetAttribute", api.setPreference)
            || !find(library, "cublasLtMatmulAlgoGetHeuristic", api.heuristic)
            || !find(library, "cublasLtMatmulAlgoConfigGetAttribute", api.attribute)
            || !find(library, "cublasLtMatmul", api.multiply)) {
            return CudaCode::NoCublasLt;
        }
        m_api = new Api(api);
    }
    return codeOf(m_api->create(&m_handle));
}

// cuBLASLt counts by columns: a row-major (r, c) matrix is its (c, r) one. C^T = B^T A^T, so that A
// and B change places and neither is turned more than it was.
CudaCode Products::describe(const Product& product, Plan& plan)
{
    const auto layout = [this](cublasLtMatrixLayout_t& made, ElementType type, std::int64_t rows, std::int64_t columns,
                            std::int64_t stride, std::int64_t batches, std::int64_t batchStride) {
        const auto count = static_cast<std::int32_t>(batches);
        return Calls()
            .call(m_api->createLayout, &made, dataTypeOf(type), static_cast<std::uint64_t>(rows),
                static_cast<std::uint64_t>(columns), stride)
            .call([&] { return m_api->setLayout(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count); })
            .call([&] {
                return m_api->setLayout(
                    made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &batchStride, sizeof batchStride);
            })
            .code();
    };
    const auto operation = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
    const cublasOperation_t first = operation(product.b.transposed);
    const cublasOperation_t second = operation(product.a.transposed);
    const cublasLtEpilogue_t epilogue = product.bias == nullptr ? CUBLASLT_EPILOGUE_DEFAULT : CUBLASLT_EPILOGUE_BIAS;
    CudaCode code =
        Calls()
            .call(m_api->createOperation, &plan.operation, CUBLAS_COMPUTE_32F, CUDA_R_32F)
            .call(
                [&] { return m_api->setOperation(plan.operation, CUBLASLT_MATMUL_DESC_TRANSA, &first, sizeof first); })
            .call([&] {
                return m_api->setOperation(plan.operation, CUBLASLT_MATMUL_DESC_TRANSB, &second, sizeof second);
            })
            .call([&] {
                return m_api->setOperation(plan.operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
            })
            .code();
    if (code == CudaCode::Success) {
        code = layout(plan.a, product.factors, product.b.transposed ? product.k : product.n,
            product.b.transposed ? product.n : product.k, product.b.stride, product.batches, product.b.batchStride);
    }
    if (code == CudaCode::Success) {
        code = layout(plan.b, product.factors, product.a.transposed ? product.m : product.k,
            product.a.transposed ? product.k : product.m, product.a.stride, product.batches, product.a.batchStride);
    }
    if (code == CudaCode::Success) {
        code = layout(
            plan.c, product.result, product.n, product.m, product.cStride, product.batches, product.cBatchStride);
    }
    return code;
}

CudaCode Products::choose(const Product& product, const CudaWork& work, const Key& key, Plan& plan)
{
    cublasLtMatmulPreference_t preference = nullptr;
    const auto workspace = static_cast<std::uint64_t>(work.workspaceBytes);
    const std::uint32_t reduction = CUBLASLT_REDUCTION_SCHEME_NONE;
    const auto alignA = static_cast<std::uint32_t>(key[15]);
    const auto alignB = static_cast<std::uint32_t>(key[16]);
    const auto alignC = static_cast<std::uint32_t>(key[17]);
    cublasLtMatmulHeuristicResult_t found {};
    int count = 0;
    const auto set = [&](cublasLtMatmulPreferenceAttributes_t what, const auto& value) {
        return m_api->setPreference(preference, what, &value, sizeof value);
    };
    const CudaCode code = Calls()
                              .call(m_api->createPreference, &preference)
                              .call([&] { return set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace); })
                              .call([&] { return set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reduction); })
                              .call([&] { return set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignA); })
                              .call([&] { return set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignB); })
                              .call([&] { return set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignC); })
                              .call([&] { return set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignC); })
                              .call([&] {
                                  return m_api->heuristic(m_handle, plan.operation, plan.a, plan.b, plan.c, plan.c,
                                      preference, 1, &found, &count);
                              })
                              .code();
    if (preference != nullptr) {
        m_api->destroyPreference(preference);
    }
    if (code != CudaCode::Success) {
        return code;
    }
    if (count == 0 || found.state != CUBLAS_STATUS_SUCCESS || found.workspaceSize > workspace) {
        return codeOf(CUBLAS_STATUS_NOT_SUPPORTED);
    }
    plan.algorithm = found.algo;
    const auto attribute = [&](cublasLtMatmulAlgoConfigAttributes_t what) {
        int value = -1;
        std::size_t written = 0;
        m_api->attribute(&found.algo, what, &value, sizeof value, &written);
        return std::to_string(value);
    };
    m_log.push_back(std::to_string(product.m) + " x " + std::to_string(product.n) + " x " + std::to_string(product.k)
        + (product.a.transposed ? " T" : " N") + (product.b.transposed ? "T" : "N") + ", "
        + std::string(product.factors == ElementType::Bf16 ? "bf16" : "fp32")
        + (product.factors == product.result ? ", " : " to fp32, ") + std::to_string(product.batches) + " at once"
        + (product.bias == nullptr ? "" : ", bias") + ": algorithm " + attribute(CUBLASLT_ALGO_CONFIG_ID) + ", tile "
        + attribute(CUBLASLT_ALGO_CONFIG_TILE_ID) + ", stages " + attribute(CUBLASLT_ALGO_CONFIG_STAGES_ID) + ", split "
        + attribute(CUBLASLT_ALGO_CONFIG_SPLITK_NUM) + ", workspace " + std::to_string(found.workspaceSize));
    return CudaCode::Success;
}

CudaCode Products::planOf(const Product& product, const CudaWork& work, Plan*& plan)
{
    // A factor of `beta` 0 or 1 changes nothing in what is chosen, and neither do addresses.
    const Key key { product.m, product.n, product.k, product.a.transposed ? 1 : 0, product.b.transposed ? 1 : 0,
        product.a.stride, product.b.stride, product.cStride, product.batches, product.a.batchStride,
        product.b.batchStride, product.cBatchStride, product.bias == nullptr ? 0 : 1,
        static_cast<std::int64_t>(product.factors), static_cast<std::int64_t>(product.result),
        // in the order of cuBLASLt's A, B and C
        alignmentOf(product.b.data, product.factors, product.b.batchStride, product.b.stride),
        alignmentOf(product.a.data, product.factors, product.a.batchStride, product.a.stride),
        alignmentOf(product.c, product.result, product.cBatchStride, product.cStride) };
    const auto known = m_plans.find(key);
    if (known != m_plans.end()) {
        plan = &known->second;
        return CudaCode::Success;
    }
    Plan made;
    CudaCode code = describe(product, made);
    if (code == CudaCode::Success) {
        code = choose(product, work, key, made);
    }
    if (code != CudaCode::Success) {
        destroy(made);
        return code;
    }
    plan = &m_plans.emplace(key, made).first->second;
    return CudaCode::Success;
}

void Products::destroy(Plan& plan)
{
    for (const cublasLtMatrixLayout_t layout : { plan.a, plan.b, plan.c }) {
        if (layout != nullptr) {
            m_api->destroyLayout(layout);
        }
    }
    if (plan.operation != nullptr) {
        m_api->destroyOperation(plan.operation);
    }
}

CudaCode Products::multiply(const Product& product, const CudaWork& work)
{
    if (product.m == 0 || product.n == 0) {
        return CudaCode::Success;
    }
    if (m_handle == nullptr) {
        return CudaCode::NoCublasLt;
    }
    Plan* plan = nullptr;
    if (const CudaCode code = planOf(product, work, plan); code != CudaCode::Success) {
        return code;
    }
    if (product.bias != nullptr) {
        const cublasStatus_t status =
            m_api->setOperation(plan->operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &product.bias, sizeof product.bias);
        if (status != CUBLAS_STATUS_SUCCESS) {
            return codeOf(status);
        }
    }
    return codeOf(m_api->multiply(m_handle, plan->operation, &product.alpha, product.b.data, plan->a, product.a.data,
        plan->b, &product.beta, product.c, plan->c, product.c, plan->c, &plan->algorithm, work.workspace,
        static_cast<std::size_t>(work.workspaceBytes), streamOf(work.stream)));
}

} // namespace sublinear::cuda
