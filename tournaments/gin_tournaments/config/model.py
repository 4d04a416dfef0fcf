"""The config as it is written: every key with its type, its default and what it is for; no I/O."""

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Annotated, Literal, cast, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    create_model,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from gin_referee.records import Cost
from gin_rummy.deck import MOST_DEAL_PAIRS
from gin_rummy.rules import BadRules, Rules
from gin_tournaments.config.values import (
    Address,
    Count,
    CountOrNone,
    Duration,
    Name,
    Size,
    SizeOrNone,
    TimeOrNone,
)


class Section(BaseModel):
    """A mapping with known keys; its values do not change."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True, allow_inf_nan=False
    )


def refused(key: str, what: str) -> PydanticCustomError:
    """Make an error about the key *key* of the section that is being checked."""
    return PydanticCustomError("gin_key", "{what}", {"key": key, "what": what})


_RulesSection = create_model(
    "RulesSection",
    __base__=Section,
    __doc__="The rules of the game (docs/rules.md).",
    **{
        field.name: (get_type_hints(Rules)[field.name], field.default)
        for field in fields(Rules)
        # create_model's overloads know no computed names
    },  # type: ignore[call-overload]
)


def _as_rules(section: BaseModel) -> Rules:
    try:
        return Rules(**dict(section))
    except BadRules as error:
        raise refused(error.option, error.why) from error


if TYPE_CHECKING:
    RulesField = Rules
else:
    RulesField = Annotated[_RulesSection, AfterValidator(_as_rules), PlainSerializer(asdict)]


class Games(Section):
    """How many games are played, and how many of them at once."""

    deal_pairs: Annotated[int, Field(ge=1, le=MOST_DEAL_PAIRS)] = 50
    """Deal pairs (two games each) of a pairing; may be raised later."""
    duplicate: bool = True
    """Both games of a deal pair are on the same shuffles, with the seats swapped."""
    batch: Count = 10
    """Deal pairs of a pairing in one round of the plan."""
    at_once: Count = 128
    """Games in flight of one connection."""
    pairings_at_once: Literal["auto"] | Count = "auto"
    """Pairings that play at the same time; auto: processors − 1, at least 1."""
    processes_at_once: Count = 64
    """Above so many bot processes idle ones are stopped."""

    @model_validator(mode="after")
    def _single_games_need_two_deals(self) -> "Games":
        if not self.duplicate and self.deal_pairs > MOST_DEAL_PAIRS // 2:
            raise refused("deal_pairs", f"with duplicate: false at most {MOST_DEAL_PAIRS // 2}")
        return self


class Schedule(Section):
    """Who plays whom."""

    kind: Literal["round_robin", "gauntlet", "swiss"] = "round_robin"
    """round_robin: every pair of bots; gauntlet: challengers against all others; swiss: equals, by rounds."""
    challengers: Annotated[tuple[Name, ...], Field(strict=False)] = ()
    """gauntlet: the bots that meet all that are no challengers."""
    rounds: Count | None = None
    """swiss: how many; left out: log₂ of the number of bots, rounded up."""


class Stop(Section):
    """When a tournament ends before its plan does."""

    adaptive: bool = False
    """Play until every two neighbours are told apart or tied, whatever games.deal_pairs says."""
    confidence: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    """Certainty of each comparison."""
    zone: Annotated[float, Field(ge=0.1, le=1000)] = 20.0
    """Elo: bots closer than this count as equal."""
    budget: Annotated[int, Field(ge=2)] | None = None
    """The most games that are played; they come in deal pairs."""
    time: TimeOrNone = None
    """The longest a run may take; the next one continues."""


class Clock(Section):
    """How long a bot may think."""

    move_time: TimeOrNone = 5.0
    """For one decision; a mean when several games are played at once."""
    hand_time: TimeOrNone = None
    """For all decisions of a hand."""
    game_time: TimeOrNone = None
    """For all decisions of a game."""
    increment: Duration = 0.0
    """Added to what is left of the hand's and the game's time after each decision."""
    margin: Duration = 0.1
    """For the way there and back; allowed once a decision, never charged."""


class OnFault(Section):
    """What a fault costs, by its kind."""

    illegal: Cost = "forfeit_game"
    """An action that the rules forbid."""
    timeout: Cost = "forfeit_game"
    """No answer in time."""
    crash: Cost = "forfeit_game"
    """A process of ours that ended, or an exception in a game."""
    disconnect: Cost = "forfeit_game"
    """A connection that was lost and did not come back."""
    protocol: Cost = "forfeit_game"
    """A message that does not parse or breaks a limit."""
    max_faults: Count = 10
    """A seat's fault of this number in one game costs the game, whatever its kind costs."""


class Join(Section):
    """Waiting for bots."""

    timeout: TimeOrNone = 60.0
    """How long missing bots are waited for."""
    absent: Literal["skip", "forfeit", "abort"] = "skip"
    """What becomes of the games of a bot that never came."""
    reconnect_grace: Duration = 10.0
    """How long a lost connection may take to come back."""


class Limits(Section):
    """What a bot process that the referee starts may use."""

    memory: SizeOrNone = None
    """Private writable memory of each process."""
    processes: CountOrNone = None
    """Processes and threads."""
    files: CountOrNone = None
    """Open files."""
    cpu: TimeOrNone = None
    """Processor time of each process."""
    log: Size = 10 << 20
    """Kept of what a lane prints, head and tail."""


class Ratings(Section):
    """How ratings are computed."""

    anchor: dict[str, Annotated[float, Field(ge=-10000, le=10000)]] = {}
    """Bots whose Elo is given."""
    weights: Literal["equal", "games"] = "equal"
    """Whether each pairing weighs the same, or by its number of games."""


class Tls(Section):
    """Certificates; files, relative to the config's folder."""

    cert: str | None = None
    """The server's certificate chain (PEM)."""
    key: str | None = None
    """The server's private key (PEM)."""
    client_ca: str | None = None
    """Who signs the bots' certificates; bots then need one."""

    @model_validator(mode="after")
    def _whole(self) -> "Tls":
        if (self.cert is None) != (self.key is None):
            missing, given = ("key", "cert") if self.key is None else ("cert", "key")
            raise refused(given, f"needs {missing} too")
        if self.client_ca is not None and self.cert is None:
            raise refused("client_ca", "needs cert and key too")
        return self


class Server(Section):
    """Where bots dial in."""

    listen: Address = "127.0.0.1:0"
    """HOST:PORT; port 0 is any free one."""
    tls: Tls = Tls()
    """Encryption."""
    insecure: bool = False
    """Listen without TLS on an address that other machines reach."""


class Executor(Section):
    """Where the games are played."""

    kind: Literal["local", "dask"] = "local"
    """local: in this process."""
    scheduler: str | None = None
    """dask: the address of the scheduler."""
    workers: Count | None = None
    """dask: how many workers are started."""


class BotEntry(Section):
    """One bot: `{name, command}`, `{bot: NAME}` of the registry, or `{name, remote: true}`."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": ["bot"]},
                {"required": ["name", "command"]},
                {"required": ["name", "remote"]},
            ]
        }
    )

    name: Name | None = None
    """What the bot is called in this tournament."""
    bot: Name | None = None
    """A registered bot, with what the registry says."""
    command: str | None = None
    """How the referee starts it, as in a shell."""
    remote: bool = False
    """It dials in, with the token it was registered with."""
    withdrawn: bool = False
    """It plays no more; its games stay."""
    needs: dict[str, Count] | None = None
    """What a machine must have for this bot, such as {gpu: 1}."""
    limits: Limits | None = None
    """In place of the general limits, key by key."""
    run_as: str | None = None
    """The user that its processes run as."""
    at_once: Count | None = None
    """Games in flight of one of its connections, in place of games.at_once."""
    env: dict[str, str] | None = None
    """Added to its environment."""

    @model_validator(mode="after")
    def _one_kind(self) -> "BotEntry":
        if self.bot is not None:
            if self.name or self.command is not None or self.remote:
                raise refused("bot", "stands for name, command and remote: the registry knows them")
        elif self.name is None:
            raise refused("name", "is required, or bot: NAME for a registered bot")
        elif (self.command is None) != self.remote:
            raise refused("name", f"{self.name} needs either command, or remote: true")
        if self.remote:
            for key in ("limits", "run_as", "env"):
                if getattr(self, key) is not None:
                    raise refused(key, "has no effect on a remote bot: the referee does not start it")
        return self

    @field_validator("env")
    @classmethod
    def _environment(cls, env: dict[str, str] | None) -> dict[str, str] | None:
        for name, value in (env or {}).items():
            if not name or "=" in name or "\0" in name + value:
                raise refused(name, "is no name of an environment variable, or its value holds a zero byte")
        return env

    @property
    def called(self) -> str:
        """The bot's name, from wherever it is known."""
        return cast("str", self.bot or self.name)


class Settings(Section):
    """Everything of a config but the bots."""

    name: Name
    """The tournament's name; also its id in the derivation of the deals (docs/deck.md)."""
    seed: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    """Text or 64 hex digits, for a run that can be repeated; left out: drawn by the system, committed to."""
    rules: RulesField = Rules()
    """The rules of the game."""
    games: Games = Games()
    """How many games."""
    schedule: Schedule = Schedule()
    """Who plays whom."""
    stop: Stop = Stop()
    """When it ends early."""
    clock: Clock = Clock()
    """How long a bot may think."""
    on_fault: OnFault = OnFault()
    """What a fault costs."""
    isolation: Literal["lanes", "process", "none"] = "lanes"
    """What keeps a bot from remembering the first game of a deal pair in the second."""
    join: Join = Join()
    """Waiting for bots."""
    anonymous: bool = False
    """Bots do not learn whom they play."""
    suspend_after: Count = 10
    """Fault events running after which a bot is suspended."""
    limits: Limits = Limits()
    """What bot processes may use."""
    ratings: Ratings = Ratings()
    """How ratings are computed."""
    server: Server = Server()
    """Where bots dial in."""
    executor: Executor = Executor()
    """Where the games are played."""


def _at_least_two(bots: tuple[BotEntry, ...]) -> tuple[BotEntry, ...]:
    if len(bots) < 2:
        raise PydanticCustomError("gin_value", "{what}", {"what": "at least two bots are needed"})
    return bots


class ConfigFile(Settings):
    """A gin-referee tournament."""

    bots: Annotated[
        tuple[BotEntry, ...],
        Field(strict=False, json_schema_extra={"minItems": 2}),
        AfterValidator(_at_least_two),
    ]
    """At least two bots, in the order of their entry."""
