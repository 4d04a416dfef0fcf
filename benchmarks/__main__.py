"""`python -m benchmarks`: measures everything, prints a table and writes build/bench.json."""

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks import crowd, engine, memory, sdk, startup, storage, wire
from benchmarks.figures import table
from benchmarks.rounds import FULL, QUICK, Effort, Measured

OUTPUT = Path("build") / "bench.json"

PARTS: Mapping[str, Callable[[Effort, Path], Measured]] = {
    "engine": engine.measure,
    "startup": startup.measure,
    "wire": wire.measure,
    "latency": wire.measure_latency,
    "sdk": sdk.measure,
    "crowd": crowd.measure,
    "storage": storage.measure,
    "memory": memory.measure,
}


def main() -> None:
    """Measure what is asked for; the JSON file is written only when that is everything in full."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all unless told otherwise"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, once: to see that it runs")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the JSON file")
    options = parser.parse_args()
    if unknown := set(options.parts) - PARTS.keys():
        parser.error(f"no such part: {', '.join(unknown)}")
    measured = Measured()
    with tempfile.TemporaryDirectory(prefix="gin-bench-") as folder:
        for part in options.parts or PARTS:
            print(f"{part} … (load {os.getloadavg()[0]:.1f})", flush=True)
            found = PARTS[part](QUICK if options.quick else FULL, Path(folder))
            print(*(f"  {note}" for note in found.notes), sep="\n", flush=True)
            measured.add(found)
    print()
    print(*table(measured.figures), sep="\n")
    if not options.parts:
        options.output.parent.mkdir(exist_ok=True)
        options.output.write_text(json.dumps(measured.figures, indent=2) + "\n")
        print(f"\nwritten to {options.output}")


if __name__ == "__main__":
    main()
