// Stands in for CUB in editors: what kernels of a block and a warp use most. The real headers are written for the
// compilers that NVIDIA tests them with; camp itself compiles with those.
#ifndef CAMP_EDITOR_CUB
#define CAMP_EDITOR_CUB

namespace cub {

// Kinds of algorithm.
enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
    BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

// Operators.
struct Max { template <typename A, typename B> __host__ __device__ auto operator()(A a, B b) const { return a < b ? b : a; } };
struct Min { template <typename A, typename B> __host__ __device__ auto operator()(A a, B b) const { return b < a ? b : a; } };
struct Sum { template <typename A, typename B> __host__ __device__ auto operator()(A a, B b) const { return a + b; } };

template <typename T, int threads_x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int threads_y = 1, int threads_z = 1, int = 0>
class BlockReduce {
public:
    struct TempStorage { T cells[threads_x]; };
    __device__ BlockReduce();
    __device__ BlockReduce(TempStorage &);
    __device__ T Sum(T input);
    __device__ T Sum(T input, int num_valid);
    template <int items> __device__ T Sum(T (&inputs)[items]);
    template <typename Op> __device__ T Reduce(T input, Op op);
    template <typename Op> __device__ T Reduce(T input, Op op, int num_valid);
    template <int items, typename Op> __device__ T Reduce(T (&inputs)[items], Op op);
};

template <typename T, int threads_x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int threads_y = 1, int threads_z = 1, int = 0>
class BlockScan {
public:
    struct TempStorage { T cells[threads_x]; };
    __device__ BlockScan();
    __device__ BlockScan(TempStorage &);
    __device__ void InclusiveSum(T input, T &output);
    __device__ void InclusiveSum(T input, T &output, T &total);
    __device__ void ExclusiveSum(T input, T &output);
    __device__ void ExclusiveSum(T input, T &output, T &total);
    template <typename Op> __device__ void InclusiveScan(T input, T &output, Op op);
    template <typename Op> __device__ void ExclusiveScan(T input, T &output, T initial, Op op);
};

template <typename T, int threads_x, int items, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int threads_y = 1, int threads_z = 1, int = 0>
class BlockLoad {
public:
    struct TempStorage { T cells[threads_x]; };
    __device__ BlockLoad();
    __device__ BlockLoad(TempStorage &);
    template <typename It> __device__ void Load(It from, T (&to)[items]);
    template <typename It> __device__ void Load(It from, T (&to)[items], int num_valid);
    template <typename It, typename Default> __device__ void Load(It from, T (&to)[items], int num_valid, Default other);
};

template <typename T, int threads_x, int items, BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int threads_y = 1, int threads_z = 1, int = 0>
class BlockStore {
public:
    struct TempStorage { T cells[threads_x]; };
    __device__ BlockStore();
    __device__ BlockStore(TempStorage &);
    template <typename It> __device__ void Store(It to, T (&from)[items]);
    template <typename It> __device__ void Store(It to, T (&from)[items], int num_valid);
};

template <typename T, int lanes = 32, int = 0> class WarpReduce {
public:
    struct TempStorage { T cells[lanes]; };
    __device__ WarpReduce(TempStorage &);
    __device__ T Sum(T input);
    __device__ T Sum(T input, int valid_items);
    template <typename Op> __device__ T Reduce(T input, Op op);
    template <typename Op> __device__ T Reduce(T input, Op op, int valid_items);
};

template <typename T, int lanes = 32, int = 0> class WarpScan {
public:
    struct TempStorage { T cells[lanes]; };
    __device__ WarpScan(TempStorage &);
    __device__ void InclusiveSum(T input, T &output);
    __device__ void ExclusiveSum(T input, T &output);
    template <typename Op> __device__ void InclusiveScan(T input, T &output, Op op);
    template <typename Op> __device__ void ExclusiveScan(T input, T &output, T initial, Op op);
    __device__ T Broadcast(T input, unsigned int lane);
};

}  // namespace cub

#endif
