// SPDX-License-Identifier: MIT
// Contracts: the preconditions and postconditions of the functions of the core.
//
// They are checked in builds with NONOSAT_CONTRACTS (the debug build that CI runs under ASan and
// UBSan) and cost nothing elsewhere. A breach throws; the core never aborts the process.
#pragma once

#ifdef NONOSAT_CONTRACTS
#include <stdexcept>
#include <string>
namespace nonosat {
[[noreturn]] inline void breach(const char* kind, const char* what, const char* file, int line) {
    throw std::logic_error(std::string(kind) + " broken: " + what + " (" + file + ":" +
                           std::to_string(line) + ")");
}
}  // namespace nonosat
#define NONOSAT_CHECK(kind, condition) \
    ((condition) ? void() : ::nonosat::breach(kind, #condition, __FILE__, __LINE__))
#else
#define NONOSAT_CHECK(kind, condition) void()
#endif

#define REQUIRE(condition) NONOSAT_CHECK("precondition", condition)
#define ENSURE(condition) NONOSAT_CHECK("postcondition", condition)
