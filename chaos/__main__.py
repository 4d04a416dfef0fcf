"""`python -m chaos [PROGRAM…]`: runs all of them, or those named, one after the other; fails if one does."""

import subprocess
import sys
import time

PROGRAMS = {
    "matrix": "every fault at every moment, with real processes",
    "floods": "what strangers can send at the door, and games that go on",
    "fuzz": "a million random actions and a hundred thousand random messages",
    "kills": "the referee killed a hundred times, and every game there once",
    "crowd": "forty bots in eighty processes, and no false forfeit",
    "leaks": "ten thousand games, and nothing that grows",
}


def main() -> int:
    """Run them and give the exit status."""
    chosen = sys.argv[1:] or list(PROGRAMS)
    if unknown := set(chosen) - PROGRAMS.keys():
        print(f"no such program: {', '.join(sorted(unknown))}; there are: {', '.join(PROGRAMS)}")
        return 2
    failed = []
    for name in chosen:
        print(f"── {name}: {PROGRAMS[name]}", flush=True)
        began = time.monotonic()
        if subprocess.run([sys.executable, "-m", f"chaos.{name}"], check=False).returncode:
            failed.append(name)
        print(f"   {time.monotonic() - began:.0f} s", flush=True)
    print(f"failed: {', '.join(failed)}" if failed else "all of it went as it should")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
