"""Bare gRPC in this process: streams of bytes, with whatever a measurement reads and writes on them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeAlias

import grpc
from grpc import aio

Stream: TypeAlias = "aio.ServicerContext[bytes, bytes]"


class BareServer(NamedTuple):
    """Where to dial in, the streams as they come, and what lets all of them end once it is set."""

    address: str
    streams: asyncio.Queue[Stream]
    over: asyncio.Event


@asynccontextmanager
async def serve(service: str, method: str) -> AsyncIterator[BareServer]:
    """Serve one method on loopback."""
    streams: asyncio.Queue[Stream] = asyncio.Queue()
    over = asyncio.Event()

    async def handle(_requests: object, stream: Stream) -> None:
        streams.put_nowait(stream)
        await over.wait()

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(handle)
    server = aio.server()
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield BareServer(f"127.0.0.1:{port}", streams, over)
    finally:
        over.set()
        await server.stop(None)
