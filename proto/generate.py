"""Generate gin_sdk.v1 from the .proto files: `python proto/generate.py [--check]`.

The generated code is committed, made with the oldest grpcio-tools that users may run (1.76.0): older
generated code runs on every newer runtime, newer on older never does. `--check` writes nothing and fails when
what is committed is not what the .proto files give.
"""

import filecmp
import sys
import tempfile
from importlib import resources
from pathlib import Path

from grpc_tools import protoc  # type: ignore[import-untyped]

PROTO = Path(__file__).parent
TARGET = PROTO.parent / "sdk" / "gin_sdk" / "v1"
GENERATED = ("gin_pb2.py", "gin_pb2.pyi", "gin_pb2_grpc.py", "gin_pb2_grpc.pyi")


def generate(out: Path) -> None:
    """Write the generated modules under *out*/gin_sdk/v1.

    Raises:
        SystemExit: when protoc refuses the .proto files.
    """
    scripts = Path(sys.executable).parent  # the plugins of this environment, active or not
    plugins = ("mypy", "mypy_grpc")
    well_known = str(resources.files("grpc_tools") / "_proto")
    status = protoc.main(
        [
            "protoc",
            f"-Igin_sdk/v1={PROTO / 'gin' / 'v1'}",
            f"-I{well_known}",
            f"--python_out={out}",
            f"--grpc_python_out={out}",
            *(f"--plugin=protoc-gen-{name}={scripts / f'protoc-gen-{name}'}" for name in plugins),
            f"--mypy_out={out}",
            f"--mypy_grpc_out={out}",
            "gin_sdk/v1/gin.proto",
        ]
    )
    if status:
        sys.exit(f"protoc failed with status {status}")


def main() -> None:
    """Write the generated code, or compare it with `--check`."""
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        made = Path(folder) / "gin_sdk" / "v1"
        if "--check" in sys.argv[1:]:
            stale = [name for name in GENERATED if not same(made / name, TARGET / name)]
            if stale:
                sys.exit(f"not current: {', '.join(stale)}; run `make proto`")
            return
        for name in GENERATED:
            (TARGET / name).write_bytes((made / name).read_bytes())


def same(made: Path, committed: Path) -> bool:
    """Tell whether two files hold the same bytes; a missing one differs."""
    return committed.exists() and filecmp.cmp(made, committed, shallow=False)


if __name__ == "__main__":
    main()
