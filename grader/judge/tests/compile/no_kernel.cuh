//@ exercise: copy
//@ says: declares no `__global__` function
//@ no-line
// Nothing but a namespace.
#pragma once

namespace oprt::copy::nvidia {

}  // namespace oprt::copy::nvidia
