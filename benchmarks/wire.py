"""The whole path over gRPC, by the real command, beside a bare ping-pong and OpenSpiel in process."""

from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks import ping_pong
from benchmarks.command import pairing, play, think_time
from benchmarks.open_spiel import play_at_random
from benchmarks.rounds import Effort, Measured, alternate, per_second, ratio
from benchmarks.table import message_sizes
from gin_tournaments.store import Results

AT_ONCE = 128  # games in flight of a lane
THREE_HANDS = {"max_hands_per_game": 3}  # to a hundred, random bots take some 10,000 decisions a game


def measure(effort: Effort, folder: Path) -> Measured:
    """Measure `wire_ratio`, `greedy_games_s_ratio`, `wire_vs_openspiel` and `record_bytes`."""
    sizes = message_sizes()
    hands = effort.of(2000)
    quick = pairing("random", effort.of(3000), AT_ONCE, THREE_HANDS)
    greedy = pairing("greedy", effort.of(1200), AT_ONCE, rules={})
    wire, games, bare, spiel, cloned = alternate(
        effort.rounds,
        lambda: play(quick, folder).decisions,
        lambda: play(greedy, folder).games,
        lambda: ping_pong.play(effort.of(10_000), *sizes).decisions,
        per_second(lambda: play_at_random(hands), perf_counter),
        per_second(lambda: play_at_random(hands, clone=True), perf_counter),
    )
    figures = {
        "wire_ratio": ratio(wire, bare),
        "greedy_games_s_ratio": ratio(games, bare),
        "wire_vs_openspiel": ratio(wire, spiel),
        "record_bytes": _bytes_a_hand(folder / f"{greedy['name']}.db"),
    }
    notes = [
        f"by the real command: random {median(wire):,.0f} decisions/s, greedy {median(games):,.0f} games/s",
        f"ping-pong: {median(bare):,.0f} decisions/s, messages of {sizes[0]} and {sizes[1]} bytes",
        f"OpenSpiel in process: {median(spiel):,.0f} decisions/s, {median(cloned):,.0f} when it clones "
        f"(wire_vs_openspiel {ratio(wire, cloned):.2f})",
    ]
    return Measured(figures, notes)


def measure_latency(effort: Effort, folder: Path) -> Measured:
    """Measure `latency_ratio`: one game at once, between two connections."""
    sizes = message_sizes()
    single = pairing("random", effort.of(40), 1, THREE_HANDS, isolation="none")
    ours, bare = alternate(
        effort.rounds,
        lambda: think_time(play(single, folder).results),
        lambda: ping_pong.play(effort.of(10_000), *sizes).p50,
    )
    note = f"p50 of a decision: {median(ours) * 1e6:.0f} µs; ping-pong {median(bare) * 1e6:.0f} µs"
    return Measured({"latency_ratio": ratio(ours, bare)}, [note])


def _bytes_a_hand(path: Path) -> float:
    with Results.open(path) as results:
        return path.stat().st_size / sum(len(record.hands) for record in results.games())
