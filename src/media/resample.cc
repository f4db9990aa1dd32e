#include "media/resample.h"
