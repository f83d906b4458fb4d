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
        kinds = {"site": self.site, "site put back": self.put_back, "centre": self.centre}
        if self.stage.database:
            kinds["database"] = self.database
        else:
            kinds["centre put back"] = self.put_centre_back
        if self.stage.balancer:
            kinds["web server"] = self.balancer
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
        # One of a kind at a time.
        if what in {fault.what for fault in self.now}:
            return
        undo = self.kinds[what]()
        self.counts[what] = self.counts.get(what, 0) + 1
        self.now.append(Fault(what, moment + random.uniform(0.1, 1) * self.longest, undo))

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

    def put_back(self) -> Callable[[], None]:
        """A site's disk is of earlier, but for its logs."""
        site = random.choice(self.stage.sites)
        site.kill()
        if not site.put_back():
            site.keep()
        return site.start

    def put_centre_back(self) -> Callable[[], None]:
        centre = self.stage.centres[0]
        centre.kill()
        if not centre.put_back():
            centre.keep()
        return centre.start

    def balancer(self) -> Callable[[], None]:
        balancer = self.stage.balancer
        assert balancer
        balancer.tell(random.choice(["twice", "twice", "drop 2", "drop 3", "slow 1", "refuse 503", "refuse 401", "largest 2000", "cut"]))
        return lambda: balancer.tell("faithful")

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
