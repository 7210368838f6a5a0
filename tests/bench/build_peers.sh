#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds two other solvers from their public sources, to measure beside nonosat
# (docs/how-to/repeat-figures.md).
#
#     tests/bench/build_peers.sh [--sources FOLDER] [OUT]
#
# OUT (by default build/peers) gets the programs nonosolve and pbnsolve. Git fetches the sources at
# the commits below. --sources: take them from FOLDER/FastNonogramSolver, FOLDER/cadical,
# FOLDER/kissat and FOLDER/pbnsolve instead, without network: clones, of which the commits below are
# checked out, or unpacked sources, which are taken without a look at their version.
# Needs git, make, sed and a C and C++ compiler (CC, CXX; by default cc and c++). Nothing is installed.
set -eu

fast_url=https://github.com/hyouv/FastNonogramSolver.git
fast_commit=d334c7106fe274865ca6d4e2aa772d43ab765b5a
cadical_url=https://github.com/arminbiere/cadical.git
cadical_commit=c60730422e758ef1cebe7aeddf2dda31c996bf04 # 3.0.1
kissat_url=https://github.com/arminbiere/kissat.git
kissat_commit=8af8e56f174b778aef3aa45af9f739b2a5f492c2 # 4.0.4
pbnsolve_url=https://github.com/avi-levy/pbnsolve.git
pbnsolve_commit=01f2445f7a8fad7cfa266eb34bae14d5410aae00
pbnsolve_folder=tags/pbnsolve-1.10

usage() {
    echo "usage: $0 [--sources FOLDER] [OUT]" >&2
    exit 2
}

sources=
if [ "${1-}" = --sources ]; then
    [ $# -ge 2 ] || usage
    sources=$(cd "$2" && pwd)
    shift 2
fi
[ $# -le 1 ] || usage
case ${1-} in -*) usage ;; esac
cd "$(dirname "$0")/.."
mkdir -p "${1-build/peers}"
out=$(cd "${1-build/peers}" && pwd)
cc=${CC-cc} cxx=${CXX-c++}
jobs=$(getconf _NPROCESSORS_ONLN)

# fetch NAME URL COMMIT TARGET: fresh sources in the folder TARGET
fetch() {
    rm -rf "$4"
    if [ -z "$sources" ]; then
        git clone --quiet --no-checkout "$2" "$4"
        git -C "$4" checkout --quiet "$3"
    elif [ -e "$sources/$1/.git" ]; then
        git clone --quiet --no-checkout "$sources/$1" "$4"
        git -C "$4" checkout --quiet "$3"
    else
        cp -R "$sources/$1" "$4"
    fi
}

fast=$out/src/FastNonogramSolver
mkdir -p "$out/src"
fetch FastNonogramSolver "$fast_url" "$fast_commit" "$fast"
mkdir -p "$fast/third_party" # where its Makefile looks for the two SAT solvers
fetch cadical "$cadical_url" "$cadical_commit" "$fast/third_party/cadical"
fetch kissat "$kissat_url" "$kissat_commit" "$fast/third_party/kissat"
fetch pbnsolve "$pbnsolve_url" "$pbnsolve_commit" "$out/src/pbnsolve"

(cd "$fast/third_party/cadical" && CXX=$cxx ./configure && make -j"$jobs")
# Both contain a library of the same name; a header of nonosolve's authors renames Kissat's, and the
# first line of Kissat's makefile names the compiler with its options.
(
    cd "$fast/third_party/kissat"
    CC=$cc ./configure --compact
    sed "1s|\$| -include $fast/deps/kissat_rename_dups.h|" build/makefile >build/makefile.new
    mv build/makefile.new build/makefile
    make -j"$jobs"
)
(cd "$fast" && make CXX="$cxx")
cp "$fast/bin/nonosolve" "$out/"

# Without XML it needs no library. It was written for compilers of 2010: -w says nothing about them,
# -fcommon and -std=gnu89 accept what was valid then.
folder=$out/src/pbnsolve/$pbnsolve_folder
[ -d "$folder" ] || folder=$out/src/pbnsolve # unpacked sources of this version alone
(cd "$folder" && make pbnsolve CC="$cc" CFLAGS="-O2 -w -std=gnu89 -fcommon -DNOXML" LIB=-lm)
cp "$folder/pbnsolve" "$out/"
echo "built $out/nonosolve and $out/pbnsolve"
