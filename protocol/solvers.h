// The modes of `go` that solve: `endgame` and `peg`.
#pragma once

#include "protocol/modes.h"

namespace zymurgy {

Result<SearchAnswer> search_endgame(SearchTask& task);
Result<SearchAnswer> search_peg(SearchTask& task);

}  // namespace zymurgy
