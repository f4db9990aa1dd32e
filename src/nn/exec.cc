#include "nn/exec.h"
