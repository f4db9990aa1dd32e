#include "kernels/kernel_table.h"
