/* The operator runtime: kernels of a course, called from C. Made by cbindgen of grader/capi; do not edit.
 *
 * A call is prepared once and executed as often as wanted:
 *
 *     oprt_context context;
 *     oprt_open(NULL, &context);                                  // the course above the current folder, virtual GPU
 *     float in[6] = {1, 2, 3, 4, 5, 6}, out[6];
 *     int64_t shape[2] = {2, 3};
 *     oprt_tensor src = {in, OPRT_DTYPE_F32, 2, shape, NULL}, dst = {out, OPRT_DTYPE_F32, 2, shape, NULL};
 *     oprt_descriptor softmax;
 *     if (oprt_create_softmax_descriptor(context, &softmax, &dst, &src, 1) != OPRT_STATUS_SUCCESS)
 *         puts(oprt_last_error());
 *     oprt_execute_softmax(softmax, NULL, 0, out, in, NULL);
 *     oprt_destroy_softmax_descriptor(softmax);
 *     oprt_close(context);
 *
 * Link with -loperator_runtime; the program `oprt-worker` must lie beside the library, or be named by OPRT_WORKER.
 */

#ifndef OPERATOR_RUNTIME_H
#define OPERATOR_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

// Any dimension: what `oprt_create_descriptor` takes where the operator has no argument `dim`.
#define OPRT_NO_DIM INT64_MIN

// What came of a call.
typedef enum {
  // All is done.
  OPRT_STATUS_SUCCESS = 0,
  // An argument does not fit: null or stale, a shape, a rank, strides, the dimension.
  OPRT_STATUS_INVALID_ARG = 1,
  // A tensor has elements of a type that the operator does not take.
  OPRT_STATUS_UNSUPPORTED_DTYPE = 2,
  // The kernel is wrong, could not be compiled or run, or the GPU refused.
  OPRT_STATUS_RUNTIME = 3,
  // The workspace is too small.
  OPRT_STATUS_INSUFFICIENT_WORKSPACE = 4,
  // There is no such operator, backend or device.
  OPRT_STATUS_NOT_SUPPORTED = 5,
} oprt_status;

// A type of elements.
typedef enum {
  // IEEE half precision.
  OPRT_DTYPE_F16 = 0,
  // bfloat16.
  OPRT_DTYPE_BF16 = 1,
  // float.
  OPRT_DTYPE_F32 = 2,
  // double.
  OPRT_DTYPE_F64 = 3,
  // int8_t.
  OPRT_DTYPE_I8 = 4,
  // int16_t.
  OPRT_DTYPE_I16 = 5,
  // int32_t.
  OPRT_DTYPE_I32 = 6,
  // int64_t.
  OPRT_DTYPE_I64 = 7,
  // uint8_t.
  OPRT_DTYPE_U8 = 8,
  // uint32_t.
  OPRT_DTYPE_U32 = 9,
  // uint64_t.
  OPRT_DTYPE_U64 = 10,
  // bool.
  OPRT_DTYPE_BOOL = 11,
} oprt_dtype;

// Whose language the kernels are written in.
typedef enum {
  // CUDA C++: kernel.cuh.
  OPRT_BACKEND_NVIDIA = 0,
  // TileLang: kernel.py.
  OPRT_BACKEND_TILELANG = 1,
  // A stub: every call answers OPRT_STATUS_NOT_SUPPORTED.
  OPRT_BACKEND_METAX = 2,
} oprt_backend;

// Where kernels run.
typedef enum {
  // camp's virtual GPU, with every check on; tensors lie in the program's memory.
  OPRT_DEVICE_VIRTUAL = 0,
  // A real GPU; tensors lie in its memory, and its primary context is used, as the CUDA runtime does.
  OPRT_DEVICE_GPU = 1,
} oprt_device;

// Whose kernels run.
typedef enum {
  // The learner's, in exercises/.
  OPRT_KERNELS_EXERCISES = 0,
  // Those of solutions/.
  OPRT_KERNELS_SOLUTIONS = 1,
  // Those of solutions/ that are written for speed, where there is one.
  OPRT_KERNELS_ADVANCED = 2,
} oprt_kernels;

// How to open a runtime.
typedef struct {
  // The course's folder; null for the nearest one, from the current folder upwards.
  const char *root;
  // An `oprt_backend`.
  int32_t backend;
  // An `oprt_device`.
  int32_t device;
  // Which GPU, in CUDA's order.
  int32_t device_index;
  // An `oprt_kernels`.
  int32_t kernels;
} oprt_options;

// Refers to an open runtime. 0 refers to none.
typedef uint64_t oprt_context;

// Refers to a descriptor: a checked call with its compiled kernel. 0 refers to none.
typedef uint64_t oprt_descriptor;

// A view of a tensor that belongs to the program.
typedef struct {
  // Its first element. A descriptor does not keep it: executing takes addresses of its own.
  void *data;
  // An `oprt_dtype`.
  int32_t dtype;
  // How many dimensions.
  int32_t ndim;
  // The size of each, outermost first.
  const int64_t *shape;
  // Elements from one to the next in each dimension; null for a contiguous tensor.
  const int64_t *strides;
} oprt_tensor;

// A number that an operator takes besides its tensors.
typedef struct {
  // Its name.
  const char *name;
  // Its value.
  double value;
} oprt_attribute;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Opens a runtime: finds the course and NVRTC, and starts the process in which kernels are compiled. `options` may be
// null: the learner's CUDA kernels, on the virtual device.
//
// # Safety
// Pointers are null or valid for the call.
oprt_status oprt_open(const oprt_options *options,
                      oprt_context *context);

// Closes a runtime. It and its descriptors are refused from then on.
oprt_status oprt_close(oprt_context context);

// What the last call of this thread that did not succeed has to say: an English sentence, and what was found in the
// kernel. Valid until the thread's next call.
const char *oprt_last_error(void);

// The name of a status: "SUCCESS", "INVALID_ARG", "UNSUPPORTED_DTYPE", "RUNTIME", "INSUFFICIENT_WORKSPACE",
// "NOT_SUPPORTED"; "UNKNOWN" for any other number.
const char *oprt_status_string(int32_t status);

// The name of the course's operator with this number, from 0 on; null behind the last. Valid until the thread's next call.
const char *oprt_operator_name(oprt_context context,
                               size_t index);

// Creates a descriptor of any operator of the course, also of one that this library was built without. `tensors`: in the
// order of the kernel's parameters. `dim`: `OPRT_NO_DIM` where the operator takes none.
//
// # Safety
// Pointers are null, which is refused, or valid for the call; there are as many tensors and attributes as the numbers say.
oprt_status oprt_create_descriptor(oprt_context context,
                                   const char *operator_,
                                   oprt_descriptor *descriptor,
                                   const oprt_tensor *tensors,
                                   size_t n_tensors,
                                   int64_t dim,
                                   const oprt_attribute *attributes,
                                   size_t n_attributes);

// How many bytes of scratch memory executing the descriptor needs.
//
// # Safety
// `bytes` is null, which is refused, or valid for the call.
oprt_status oprt_get_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes a descriptor of any operator; see the functions of single operators. `addresses`: of the tensors' first
// elements, in the order of the kernel's parameters.
//
// # Safety
// Pointers are null, which is refused, or valid for the call; the tensors have as many elements as the descriptor says, and
// nobody else changes them during the call.
oprt_status oprt_execute(oprt_descriptor descriptor,
                         void *workspace,
                         size_t workspace_bytes,
                         void *const *addresses,
                         size_t n_addresses,
                         void *stream);

// Gives a descriptor of any operator back. It is refused from then on.
oprt_status oprt_destroy_descriptor(oprt_descriptor descriptor);

// Copy an array: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_copy_descriptor(oprt_context context,
                                        oprt_descriptor *descriptor,
                                        const oprt_tensor *out,
                                        const oprt_tensor *src);

// How many bytes of scratch memory `oprt_execute_copy` needs.
//
// # Safety
// As `oprt_create_copy_descriptor`.
oprt_status oprt_get_copy_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_copy_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_copy(oprt_descriptor descriptor,
                              void *workspace,
                              size_t workspace_bytes,
                              void *out,
                              const void *src,
                              void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_copy_descriptor(oprt_descriptor descriptor);

// Add two arrays: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_vector_add_descriptor(oprt_context context,
                                              oprt_descriptor *descriptor,
                                              const oprt_tensor *out,
                                              const oprt_tensor *a,
                                              const oprt_tensor *b);

// How many bytes of scratch memory `oprt_execute_vector_add` needs.
//
// # Safety
// As `oprt_create_vector_add_descriptor`.
oprt_status oprt_get_vector_add_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_vector_add_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_vector_add(oprt_descriptor descriptor,
                                    void *workspace,
                                    size_t workspace_bytes,
                                    void *out,
                                    const void *a,
                                    const void *b,
                                    void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_vector_add_descriptor(oprt_descriptor descriptor);

// Sum each row of a matrix: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_reduce_sum_descriptor(oprt_context context,
                                              oprt_descriptor *descriptor,
                                              const oprt_tensor *out,
                                              const oprt_tensor *src,
                                              int64_t dim);

// How many bytes of scratch memory `oprt_execute_reduce_sum` needs.
//
// # Safety
// As `oprt_create_reduce_sum_descriptor`.
oprt_status oprt_get_reduce_sum_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_reduce_sum_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_reduce_sum(oprt_descriptor descriptor,
                                    void *workspace,
                                    size_t workspace_bytes,
                                    void *out,
                                    const void *src,
                                    void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_reduce_sum_descriptor(oprt_descriptor descriptor);

// Softmax of each row of a matrix: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_softmax_descriptor(oprt_context context,
                                           oprt_descriptor *descriptor,
                                           const oprt_tensor *out,
                                           const oprt_tensor *src,
                                           int64_t dim);

// How many bytes of scratch memory `oprt_execute_softmax` needs.
//
// # Safety
// As `oprt_create_softmax_descriptor`.
oprt_status oprt_get_softmax_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_softmax_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_softmax(oprt_descriptor descriptor,
                                 void *workspace,
                                 size_t workspace_bytes,
                                 void *out,
                                 const void *src,
                                 void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_softmax_descriptor(oprt_descriptor descriptor);

// Apply leaky ReLU to an array: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_relu_descriptor(oprt_context context,
                                        oprt_descriptor *descriptor,
                                        const oprt_tensor *out,
                                        const oprt_tensor *src,
                                        double slope);

// How many bytes of scratch memory `oprt_execute_relu` needs.
//
// # Safety
// As `oprt_create_relu_descriptor`.
oprt_status oprt_get_relu_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_relu_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_relu(oprt_descriptor descriptor,
                              void *workspace,
                              size_t workspace_bytes,
                              void *out,
                              const void *src,
                              void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_relu_descriptor(oprt_descriptor descriptor);

// Transpose a matrix: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_transpose_descriptor(oprt_context context,
                                             oprt_descriptor *descriptor,
                                             const oprt_tensor *out,
                                             const oprt_tensor *src);

// How many bytes of scratch memory `oprt_execute_transpose` needs.
//
// # Safety
// As `oprt_create_transpose_descriptor`.
oprt_status oprt_get_transpose_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_transpose_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_transpose(oprt_descriptor descriptor,
                                   void *workspace,
                                   size_t workspace_bytes,
                                   void *out,
                                   const void *src,
                                   void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_transpose_descriptor(oprt_descriptor descriptor);

// Layer normalisation of each row of a matrix: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_layer_norm_descriptor(oprt_context context,
                                              oprt_descriptor *descriptor,
                                              const oprt_tensor *out,
                                              const oprt_tensor *src,
                                              const oprt_tensor *gamma,
                                              const oprt_tensor *beta,
                                              int64_t dim,
                                              double eps);

// How many bytes of scratch memory `oprt_execute_layer_norm` needs.
//
// # Safety
// As `oprt_create_layer_norm_descriptor`.
oprt_status oprt_get_layer_norm_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_layer_norm_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_layer_norm(oprt_descriptor descriptor,
                                    void *workspace,
                                    size_t workspace_bytes,
                                    void *out,
                                    const void *src,
                                    const void *gamma,
                                    const void *beta,
                                    void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_layer_norm_descriptor(oprt_descriptor descriptor);

// Multiply two matrices, tile by tile: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
//
// # Safety
// Pointers are null, which is refused, or valid for the call.
oprt_status oprt_create_matmul_descriptor(oprt_context context,
                                          oprt_descriptor *descriptor,
                                          const oprt_tensor *out,
                                          const oprt_tensor *a,
                                          const oprt_tensor *b);

// How many bytes of scratch memory `oprt_execute_matmul` needs.
//
// # Safety
// As `oprt_create_matmul_descriptor`.
oprt_status oprt_get_matmul_workspace_size(oprt_descriptor descriptor, size_t *bytes);

// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
//
// # Safety
// As `oprt_create_matmul_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
// them during the call.
oprt_status oprt_execute_matmul(oprt_descriptor descriptor,
                                void *workspace,
                                size_t workspace_bytes,
                                void *out,
                                const void *a,
                                const void *b,
                                void *stream);

// Gives the descriptor back. It is refused from then on.
oprt_status oprt_destroy_matmul_descriptor(oprt_descriptor descriptor);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OPERATOR_RUNTIME_H */
