# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What app/run, tests/run, tests/tsan and .ci/run share: packages, configuring, building.
# Sourced, never run. All it says goes to stderr, so that a program's stdout stays clean.
#
# Environment:
#   SUBLINEAR_SKIP_INSTALL=1   do not look for packages: what the build needs is there already
#   SUBLINEAR_WERROR=1         warnings are errors

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1

# Debian 12's names, which Ubuntu 24.04 shares. Qt Charts cannot be found without Qt OpenGL's headers,
# which qt6-base-dev only recommends.
worker_packages=(g++ cmake ninja-build nlohmann-json3-dev libcli11-dev libopenblas-dev)
# shellcheck disable=SC2034 # for the scripts that source this
window_packages=("${worker_packages[@]}" qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev
    qt6-tools-dev qt6-l10n-tools)

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

# missing_packages NAME...: those that dpkg does not list as installed, one per line.
missing_packages() {
    local installed
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    local name
    for name in "$@"; do
        grep -qxF "$name installed" <<<"$installed" || printf '%s\n' "$name"
    done
}

# supported_system: yes, untested or no.
supported_system() {
    local system
    # shellcheck source=/dev/null
    system=$(. /etc/os-release 2>/dev/null && printf '%s %s' "${ID:-}" "${VERSION_ID:-}")
    case $system in
        "debian 12") echo yes ;;
        "ubuntu 24.04") echo untested ;;
        *) echo no ;;
    esac
}

# install_packages NAME...: installs what is missing; says and costs nothing when nothing is.
install_packages() {
    [[ -n ${SUBLINEAR_SKIP_INSTALL:-} ]] && return
    local missing
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    case $(supported_system) in
        untested) say "Ubuntu 24.04: untested; the package names are Debian 12's." ;;
        no)
            say "Packages are installed on Debian 12 and Ubuntu 24.04 only. Needed here, by their Debian names:"
            say "  ${missing[*]}"
            fail "Install them by your own means, then set SUBLINEAR_SKIP_INSTALL=1 and run this again."
            ;;
    esac

    local as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "Not root and no sudo; as root run: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    mkdir -p build
    local log=build/install.log
    say "Installing ${missing[*]} (log: $log)"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
        apt-get -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends)
    if ! { "${apt[@]}" update && "${apt[@]}" install "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        tail -n 15 "$log" >&2
        fail "Packages could not be installed; the whole log is $log."
    fi
}

# say_cuda: one line. CUDA comes from NVIDIA and is never installed from here.
say_cuda() {
    local nvcc
    for nvcc in "$(command -v nvcc || true)" "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; do
        [[ -x $nvcc ]] || continue
        say "CUDA: $("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p') ($nvcc)"
        return
    done
    say "CUDA: none found (optional; it is never installed from here)"
}

# show_failure LOG: from the first failed step of a build, else the end.
show_failure() {
    if grep -q '^FAILED: ' "$1"; then
        sed -n '/^FAILED: /,$p' "$1" | head -n 60 >&2
    else
        tail -n 40 "$1" >&2
    fi
}

# logged LOG WHAT COMMAND...: runs it with all output in LOG, shows how far it is, and the fault if it fails.
logged() {
    local log=$1 what=$2 start=$SECONDS status=0
    shift 2
    mkdir -p "$(dirname "$log")"
    if [[ -t 2 ]]; then
        # Ninja's [done/all] is what is worth seeing.
        "$@" 2>&1 </dev/null | tee "$log" | while IFS= read -r line; do
            [[ $line =~ ^\[[0-9]+/[0-9]+\] ]] && printf '\r\033[K%s %s' "$what" "${BASH_REMATCH[0]}" >&2
        done || status=${PIPESTATUS[0]}
        printf '\r\033[K' >&2
    else
        "$@" >"$log" 2>&1 </dev/null || status=$?
    fi
    if ((status)); then
        show_failure "$log"
        fail "$what failed; the whole log is $log."
    fi
    # A build with nothing to do says nothing.
    ((SECONDS - start < 3)) || say "$what: $((SECONDS - start)) s (log: $log)"
}

# configure PRESET [CMAKE ARGUMENT...]: only where needed; ninja itself sees changed CMake files.
configure() {
    local preset=$1 cache=build/$1/CMakeCache.txt arguments=() wanted
    shift
    if [[ -n ${SUBLINEAR_WERROR:-} ]]; then
        arguments+=(-DSUBLINEAR_WERROR:BOOL=ON)
    fi
    arguments+=("$@")
    if [[ -f $cache && -f build/$preset/build.ninja ]]; then
        local stale=
        for wanted in "${arguments[@]}"; do
            grep -qxF -e "${wanted#-D}" "$cache" || stale=1
        done
        [[ -n $stale ]] || return 0
    else
        say_cuda
    fi
    logged "build/$preset/configure.log" "Configuring $preset" cmake --preset "$preset" "${arguments[@]}"
}

# build PRESET [TARGET...]: every target where none is named.
build() {
    local preset=$1
    shift
    logged "build/$preset/build.log" "Building $preset" \
        cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}
