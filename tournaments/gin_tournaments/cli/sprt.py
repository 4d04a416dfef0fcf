"""`gin-referee sprt`: plays two bots until it is known whether the one is stronger."""

import sys
from pathlib import Path

import click

from gin_tournaments.cli.listening import Listening, listening_options
from gin_tournaments.cli.options import registry_option
from gin_tournaments.cli.rule_option import rule_option, rules_from
from gin_tournaments.cli.run_tournament import view_for
from gin_tournaments.config.duel import duel, duel_of_config
from gin_tournaments.errors import StoreError
from gin_tournaments.names import file_name
from gin_tournaments.run.session import play_tournament
from gin_tournaments.schedule.schedules import Hypotheses
from gin_tournaments.statistics.sprt import Sprt
from gin_tournaments.store import Results, set_aside
from gin_tournaments.tournament import run_facts


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--elo0", type=float, required=True, help="H0: A is stronger by so much; most often 0.")
@click.option("--elo1", type=float, required=True, help="H1: A is stronger by so much.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance to accept H1 wrongly.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance to accept H0 wrongly.")
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A and B are bots of this config; its rules, clock and other settings hold.",
)
@rule_option
@click.option("--seed", help="The seed of the deals; drawn and committed to unless given.")
@click.option("--budget", type=click.IntRange(min=2), help="The most games that are played.")
@click.option(
    "--batch", type=click.IntRange(min=1), default=32, show_default=True, help="Deal pairs between two looks."
)
@click.option(
    "--results", type=click.Path(dir_okay=False, path_type=Path), help="Results file; results/A-B.sprt.db."
)
@click.option("--fresh", is_flag=True, help="Begin anew; results that are there are moved aside.")
@listening_options
@click.option("--plain", is_flag=True, help="Plain lines, also on a terminal.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else.")
@registry_option
def sprt(
    a: str,
    b: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    config: Path | None,
    rules: tuple[str, ...],
    seed: str | None,
    budget: int | None,
    batch: int,
    results: Path | None,
    registry: Path | None,
    listening: Listening,
    *,
    fresh: bool,
    plain: bool,
    as_json: bool,
) -> int:
    """Play A against B until one of two hypotheses on their difference is accepted (Wald's test).

    A and B are bots of --config, or else registered bots, or else commands, such as "python new/bot.py".
    Deal pairs are the observations. The same command again continues. Ends with 0 whichever hypothesis is
    accepted, with 5 when the budget is used up before.

    \b
    Example: gin-referee sprt "python new/bot.py" "python old/bot.py" --elo0 0 --elo1 20
    """
    if plain and as_json:
        raise click.UsageError("--plain and --json exclude each other")
    if config is not None and rules:
        raise click.UsageError("--config and --rule exclude each other: the config has rules")
    Sprt(elo0, elo1, alpha, beta)  # refuses what makes no test
    test = Hypotheses(elo0, elo1, alpha, beta)
    if config is not None:
        loaded = duel_of_config(config, registry, (a, b), test, seed=seed, budget=budget, batch=batch)
    else:
        rules_ = rules_from(rules)
        loaded = duel(rules_, registry, (a, b), test, seed=seed, budget=budget, batch=batch)
    loaded = listening.over(loaded)
    names = "-".join(file_name(bot.name) for bot in loaded.bots)
    path = results or Path("results") / f"{names}.sprt.db"
    if fresh and (old := set_aside(path)) is not None:
        click.echo(f"the old results are in {old} now", err=True)
    _check_same_test(path, test)
    command = ["gin-referee", *(word for word in sys.argv[1:] if word != "--fresh")]
    return play_tournament(loaded, path, view_for(plain=plain, as_json=as_json), command)


def _check_same_test(path: Path, test: Hypotheses) -> None:
    """Refuse to go on with other hypotheses: who may choose them after the games can accept any.

    Raises:
        StoreError: when the results are of another test.
    """
    if not path.exists():
        return
    with Results.open(path) as results:
        old = run_facts(results).test
        if old is not None and old != test and results.count():
            bounds = f"--elo0 {old.elo0:g} --elo1 {old.elo1:g} --alpha {old.alpha:g} --beta {old.beta:g}"
            raise StoreError(
                f"{path}: holds games of another test: {bounds}. Go on with that, name another file with "
                "--results, or begin anew with --fresh"
            )
