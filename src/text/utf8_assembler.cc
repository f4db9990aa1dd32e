#include "text/utf8_assembler.h"
