"""How many events a second go through, and how long each takes: by the time at which PostgreSQL committed its row. Processor time is told
beside them, since that does not depend on what else the machine does."""
import collections
import json
import os
import time

import judge
import keeping
from stage import Stage

# Milliseconds from an event's time, just before its line is written, to the commit of its row.
LATENCY = "(extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 - ts)"
# Seconds in which twenty hubs start.
BEGINNING = 20


def run(stage: Stage, what: str) -> None:
    print(f"load before: {os.getloadavg()[0]:.1f}", flush=True)
    stage.start()
    {"rate": rate, "latency": latency, "backlog": backlog, "pictures": pictures}[what](stage)
    print(f"load after: {os.getloadavg()[0]:.1f}")


def rate(stage: Stage) -> None:
    """As many as are written, for so long."""
    play(stage)
    seconds = ask(stage, "SELECT extract(epoch FROM date_trunc('second', pg_xact_commit_timestamp(xmin)))::bigint AS s, count(*) "
                         "FROM record GROUP BY s ORDER BY s")
    counts = [int(count) for _, count in seconds]
    middle = counts[5:-5]
    if middle:
        print(f"stored a second: mean {sum(middle) / len(middle):.0f}, least {min(middle)}, most {max(middle)}, of {len(middle)} seconds")
    told(stage, "true")


def latency(stage: Stage) -> None:
    """Of what comes when everybody has found each other."""
    begun = time.time() + BEGINNING
    play(stage)
    told(stage, f"ts > {begun * 1000}")


def backlog(stage: Stage) -> None:
    """The first site comes with three days that the centre has not seen, while the others go on."""
    options = stage.options
    late = stage.sites[0]
    late.kill()
    own = options.rate / options.sites
    began = time.monotonic()
    past = stage.play("--sites", 1, "--past", 72, "--rate", options.past_rate, log="past")
    said = json.loads(past.communicate()[0])
    print(f"the backlog: {said['events']} events of {options.cameras} cameras, written in {time.monotonic() - began:.0f} s", flush=True)
    others = stage.play("--first", 1, "--sites", options.sites - 1, "--rate", options.rate - own, "--seconds", options.seconds)
    time.sleep(options.seconds / 4)
    back = time.time()
    late.start()
    name = late.name
    while time.time() < back + options.patience:
        if int(ask(stage, f"SELECT count(*) FROM record r JOIN camera c ON c.id = r.camera WHERE c.name LIKE '{name}/%'")[0][0]) >= said["events"]:
            break
        time.sleep(1)
    drained = time.time()
    others.communicate()
    judge.wait(stage, options.patience)
    print(f"the backlog was stored {drained - back:.0f} s after the site came back: {said['events'] / (drained - back):.0f} a second")
    mine = f"camera NOT IN (SELECT id FROM camera WHERE name LIKE '{name}/%')"
    for when, condition in [("before it", f"ts < {back * 1000}"), ("meanwhile", f"ts BETWEEN {back * 1000} AND {drained * 1000}")]:
        told(stage, f"{mine} AND {condition}", f"others, {when}: ")


def pictures(stage: Stage) -> None:
    """Lines alone, and then as many with two pictures each, which their sites give to the centres."""
    begun = time.time() + BEGINNING
    play(stage)
    between = time.time()
    told(stage, f"ts > {begun * 1000} AND ts < {between * 1000}", "lines alone: ")
    before = processor(stage)
    play(stage, "--pictures", 1)
    wanted = sum(len(digests) for site in stage.sites for _, digests in keeping.named(stage, site))
    ended = time.time()
    while len(keeping.kept(stage)) < wanted and time.time() < ended + stage.options.patience:
        time.sleep(1)
    after = processor(stage)
    print("seconds of processor until the last picture: " + ", ".join(f"{what} {after[what] - before.get(what, 0):.1f}" for what in after))
    told(stage, f"ts > {between * 1000}", "beside pictures: ")
    files = [status for centre in stage.centres for status in centre.pictures().values()]
    # A file's time is its event's; it came when its inode was changed last.
    times = sorted(status.st_ctime - status.st_mtime for status in files)
    seconds = collections.Counter(int(status.st_ctime) for status in files)
    middle = [seconds[second] for second in range(min(seconds), max(seconds) + 1)][5:-5]
    print(f"{len(files)} pictures of {wanted}, {sum(status.st_size for status in files) / 1e6:.0f} MB, "
          f"{sum(middle) / max(1, len(middle)):.0f} a second in the middle, most {max(seconds.values())}; the last "
          f"{max(status.st_ctime for status in files) - ended:.1f} s after the last line; from event to picture "
          f"p50 {times[len(times) // 2]:.2f} s, p99 {times[len(times) * 99 // 100]:.2f} s, longest {times[-1]:.2f} s")


def play(stage: Stage, *words: object) -> None:
    options = stage.options
    before = processor(stage)
    began = time.monotonic()
    player = stage.play("--sites", options.sites, "--rate", options.rate, "--seconds", options.seconds, *words)
    said = json.loads(player.communicate()[0])
    written, stored, waited = judge.wait(stage, options.patience)
    print(f"{said['events']} events in {time.monotonic() - began - waited:.0f} s, the writer was up to {said['late_s']:.1f} s late; "
          f"the last was stored {waited:.1f} s later; {stored} records of {written}")
    after = processor(stage)
    print("seconds of processor: " + ", ".join(f"{what} {after[what] - before.get(what, 0):.1f}" for what in after)
          + f", of {os.cpu_count()} cores in {time.monotonic() - began:.0f} s")


def processor(stage: Stage) -> dict[str, float]:
    """What each part has used, in seconds."""
    parts = {
        "centres": [hub.process for hub in stage.centres], "sites": [hub.process for hub in stage.sites],
    }
    used = {part: sum(seconds(process.pid) for process in processes if process) for part, processes in parts.items()}
    if stage.database and stage.database.process:
        used["PostgreSQL"] = sum(seconds(pid) for pid in stage.database.pids)
    return used


def seconds(pid: int) -> float:
    try:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told(stage: Stage, condition: str, before: str = "") -> None:
    p50, p99, most, count = ask(
        stage, f"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY {LATENCY}), percentile_cont(0.99) WITHIN GROUP (ORDER BY {LATENCY}), "
               f"max({LATENCY}), count(*) FROM record WHERE plate IS NOT NULL AND {condition}")[0]
    if int(count):
        print(f"{before}line to row: p50 {float(p50):.0f} ms, p99 {float(p99):.0f} ms, longest {float(most):.0f} ms, of {count}")


def ask(stage: Stage, sql: str) -> list[list[str]]:
    assert stage.database
    return stage.database.ask(sql)
