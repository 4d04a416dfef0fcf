"""A plain bot that first says Hello for every lane but its own; its log gets the answers, as LANE STATUS."""

import os
import sys

import grpc

from gin_sdk import Bot, Discard, Knock, Pass, Stock, View, run
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.v1.gin_pb2_grpc import RefereeServiceStub
from gin_sdk.wire import LANES, PROTOCOL_MAJOR


class Plain(Bot):
    """Plays the same from the same cards."""

    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard | Knock:
        card = view.best_discards()[0]
        return Knock(card) if view.can_knock(card) else Discard(card)


def answer(channel: grpc.Channel, lane: int | None) -> str:
    """Say Hello for a lane and go; give the name of the status."""
    hello = pb.PlayRequest(hello=pb.Hello(protocol_major=PROTOCOL_MAJOR, lane=LANES[lane]))
    bye = pb.PlayRequest(bye=pb.Bye())
    metadata = (("authorization", f"Bearer {os.environ['GIN_TOKEN']}"),)
    call = RefereeServiceStub(channel).Play(iter([hello, bye]), metadata=metadata)
    try:
        for _ in call:
            pass
    except grpc.RpcError as error:
        return str(error.code().name)
    return "OK"


if __name__ == "__main__":
    own = os.environ.get("GIN_LANE", "any")
    with grpc.insecure_channel(os.environ["GIN_REFEREE"]) as channel:
        for lane in LANES:
            word = "any" if lane is None else str(lane)
            if word != own:
                print(word, answer(channel, lane), file=sys.stderr, flush=True)
    run(Plain)
