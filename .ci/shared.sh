# Sourced by the steps: shared parts are reused if they fit the checkout, and else made.
#
#     need PROGRAM[=PACKAGE]...    programs of Debian
#     environment [EXTRA...]       .venv with the package, editable, with its extra "test" and others
#     extension contracts|plain    compiled with the contracts of the core or without, in .venv
#     modules                      node_modules
#     site                         build/site
#     corpus                       the folder of real puzzles, or NONOSAT_CORPUS=none
#     core_test NAME SIDE COLORED LAST [OPTION...]    the tests of the core without Python
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CCACHE_DIR="${CCACHE_DIR:-$PWD/build/ccache}" CMAKE_CXX_COMPILER_LAUNCHER=ccache
export CCACHE_BASEDIR=/ CCACHE_NOHASHDIR=1 # the cache ignores the folder of the code
mkdir -p build

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

need() {
    local wanted program missing=()
    for wanted in "$@"; do
        program="${wanted%%=*}"
        command -v "$program" >/dev/null || missing+=("${wanted#*=}")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >build/apt.log 2>&1 ||
        { tail -n 5 build/apt.log >&2 && fail "apt-get could not install ${missing[*]}: is there a network, are you root?"; }
}

pip_install() {
    .venv/bin/pip install --quiet "$@" || fail "pip could not install $*: is there a network?"
}

# A hash of the content of tracked and new files below paths.
content() {
    git ls-files --cached --others --exclude-standard -z -- "$@" |
        { xargs -0 sha256sum 2>/dev/null || true; } | sha256sum # a removed file has no line
}

fits() { # FILE CONTENT
    [ -e "$1" ] && [ "$(cat "$1")" = "$2" ]
}

extension_fits() {
    echo "$1 $(content nonosat/core nonosat/formats/native pyproject.toml)"
}

compilers() {
    command -v g++ >/dev/null || command -v clang++ >/dev/null || need g++
    need ccache
}

# Installs the package in .venv with the wanted extension, if another one is installed.
extension() {
    local settings=-Ccmake.define.NONOSAT_CONTRACTS=OFF
    [ "$1" = plain ] || settings=-Ccmake.define.NONOSAT_CONTRACTS=ON
    fits .venv/extension "$(extension_fits "$1")" && return
    compilers
    [ -x .venv/bin/python ] || python3 -m venv .venv
    pip_install "$settings" -e '.[test]'
    .venv/bin/python -c "from nonosat.core import _core; assert _core.CONTRACTS == ('$1' == 'contracts')"
    extension_fits "$1" >.venv/extension
    content pyproject.toml >.venv/extra-test
}

environment() {
    local extra
    if ! fits .venv/extension "$(extension_fits contracts)"; then
        extension plain # reused if it fits
    fi
    for extra in test "$@"; do
        fits ".venv/extra-$extra" "$(content pyproject.toml)" && continue
        .venv/bin/python - "$extra" <<'END' | xargs -d '\n' .venv/bin/pip install --quiet ||
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    extras = tomllib.load(file)["project"]["optional-dependencies"]
names, found = [sys.argv[1]], []
while names: # an extra may name others
    for wanted in extras[names.pop()]:
        if wanted.startswith("nonosat["):
            names += wanted.partition("[")[2].rstrip("]").split(",")
        else:
            found.append(wanted)
print(*found, sep="\n")
END
            fail "pip could not install the extra $extra: is there a network?"
        content pyproject.toml >".venv/extra-$extra"
    done
}

modules() {
    need npm=npm node=nodejs
    fits node_modules/fits "$(content package-lock.json)" && return
    npm ci --no-audit --no-fund || fail "npm could not install the packages of package-lock.json: is there a network?"
    content package-lock.json >node_modules/fits
}

site() {
    local now
    now=$(content nonosat docs data notebooks .ci/site .ci/tab \
        package-lock.json pyproject.toml README.md CHANGELOG.md CONTRIBUTING.md)
    fits build/site.fits "$now" && return
    environment site
    modules
    rm -rf build/site.fits build/tab/wheels # the package has changed, Pillow has not
    .ci/site
    echo "$now" >build/site.fits
}

corpus() {
    local folder="${NONOSAT_CORPUS:-../shared/corpus}"
    [ "$folder" = none ] || [ -d "$folder" ] ||
        fail "the folder of real puzzles, $folder, does not exist: set NONOSAT_CORPUS, to 'none' without one"
}

# Runs the command of README.md after "<!-- command: NAME -->", with the contracts of the core, in an
# environment with nothing installed or built.
readme() {
    local command
    compilers
    command=$(sed -n "/<!-- command: $1 -->/,/^\`\`\`\$/p" README.md | sed '1,2d;$d')
    [ -n "$command" ] || fail "README.md has no command '$1'"
    rm -rf .venv build/cp3*
    printf '%s\n' "$command"
    SKBUILD_CMAKE_DEFINE=NONOSAT_CONTRACTS=ON bash -euo pipefail -c "$command" ||
        fail "the command '$1' of README.md failed; if pip found no packages: is there a network?"
}

# Builds the tests of the core in build/NAME, with its contracts, and runs them on lines of up to SIDE
# cells, or up to COLORED cells in two colours, and on random cases with the seeds 1 to LAST.
core_test() {
    local build="build/$1" cmake
    compilers
    cmake=$(command -v cmake || echo .venv/bin/cmake)
    "$cmake" -S nonosat/core -B "$build" -DNONOSAT_TESTS=ON -DNONOSAT_CONTRACTS=ON "${@:5}" >/dev/null
    "$cmake" --build "$build" --parallel 2
    "$build/core_test" "$2" "$3" 1 "$4"
}
