"""What may go wrong at any moment, several things at once, each for a while."""
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from stage import Stage


@dataclass
class Fault:
    what: str
    end: float
    undo: Callable[[], None]


@dataclass
class Faults:
    stage: Stage
    # The longest that one lasts, in seconds.
    longest: float
    counts: dict[str, int] = field(default_factory=dict)
    now: list[Fault] = field(default_factory=list)
    bag: list[str] = field(default_factory=list)
    pause: float = 0

    @property
    def kinds(self) -> dict[str, Callable[[], Callable[[], None]]]:
        kinds = {"site": self.site, "centre": self.centre, "leader": self.leader}
        if self.stage.broker.nodes > 2:
            kinds["two of three nodes"] = self.two
        if self.stage.database:
            kinds["database"] = self.database
        if self.stage.links:
            kinds["link"] = self.link
        return kinds

    def step(self) -> None:
        """Ends what is over, and begins another where it is time for that."""
        moment = time.monotonic()
        for fault in [fault for fault in self.now if fault.end <= moment]:
            fault.undo()
            self.now.remove(fault)
        if moment < self.pause:
            return
        self.pause = moment + random.uniform(0.2, 1) * self.longest / 6
        if not self.bag:
            self.bag = random.sample(list(self.kinds), len(self.kinds))
        what = self.bag.pop()
        # One of a kind at a time; of the cluster one, or there would be no majority for as long as both last.
        busy = {fault.what for fault in self.now}
        if what in busy or (what in self.cluster and busy & self.cluster):
            return
        undo = self.kinds[what]()
        self.counts[what] = self.counts.get(what, 0) + 1
        self.now.append(Fault(what, moment + random.uniform(0.1, 1) * self.longest, undo))

    cluster = {"leader", "two of three nodes"}

    def end(self) -> None:
        for fault in self.now:
            fault.undo()
        self.now = []

    # Each begins, and says how it ends.

    def site(self) -> Callable[[], None]:
        site = random.choice(self.stage.sites)
        site.kill()
        return site.start

    def centre(self) -> Callable[[], None]:
        centre = random.choice(self.stage.centres)
        centre.kill()
        return centre.start

    def leader(self) -> Callable[[], None]:
        broker = self.stage.broker
        _, node = broker.leader()
        broker.kill(node)
        return lambda: broker.start(node)

    def two(self) -> Callable[[], None]:
        broker = self.stage.broker
        nodes = random.sample(range(broker.nodes), 2)
        for node in nodes:
            broker.kill(node)

        def undo() -> None:
            for node in nodes:
                broker.start(node)
        return undo

    def database(self) -> Callable[[], None]:
        database = self.stage.database
        assert database
        database.kill()
        return database.start

    def link(self) -> Callable[[], None]:
        links = self.stage.links
        assert links
        sites = random.sample(self.stage.names, max(1, len(self.stage.names) // 4))
        for site in sites:
            random.choice([links.cut, links.silence])(site)

        def undo() -> None:
            for site in sites:
                links.mend(site)
        return undo
