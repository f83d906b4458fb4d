"""What Prometheus is told: by promtool's rules, and to a real Prometheus that is set up as docs/integrations/grafana.md says."""
import json
import re
import subprocess
import time
import urllib.parse
import urllib.request
from pathlib import Path

import yaml
from stage import CARS, Stage

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/integrations/grafana.md"
FILES = ROOT / "docs/integrations/grafana"


def get(stage: Stage, token: str) -> tuple:
    return stage.ask("/metrics", Authorization=f"Bearer {token}")


def names(text: str) -> set:
    return set(re.findall(r"\bplated_[a-z_]+", text))


def told(stage: Stage) -> None:
    token = stage.run("token", "add", "prometheus", "--role", "viewer", "--days", "3650").strip()
    status, headers, body = get(stage, token)
    text = body.decode()
    assert status == 200 and headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8", (status, headers["Content-Type"])
    assert 'plated_camera_seeing{camera="yard"} 0' in text and 'plated_camera_state{camera="yard",state="blind"} 1' in text
    # A drawn scanner answers for it where the live pictures are tried, too; of a log alone nobody knows.
    reads = 'plated_camera_state{camera="gate",state="reading"} 1' in text
    assert reads or 'plated_camera_state{camera="gate",state="silent"} 1' in text
    seeing = re.findall(r'plated_camera_seeing\{camera="gate"\} (\d)', text)
    assert seeing == (["1"] if reads else []), seeing
    blind = re.search(r'plated_gap_open_seconds\{camera="yard",cause="out_of_focus"\} (\d+)', text)
    # A busy machine comes here late.
    assert blind and 9 * 3600 < int(blind[1]) < 11 * 3600, blind
    plates = {car.replace(" ", "") for car in CARS} | {"RK4828N"}
    assert not [plate for plate in plates if plate.lower() in text.lower()], "there is no plate in it"
    # Who may not ask.
    assert stage.ask("/metrics")[0] == 401 and get(stage, "0" * 64)[0] == 401
    one = stage.run("token", "add", "one-camera", "--role", "viewer", "--camera", "gate").strip()
    assert get(stage, one)[0] == 403, "it is about all cameras"
    assert stage.ask("/metrics", "vera")[0] == 200
    # What could tell when doors opened is for operators alone.
    more = stage.run("token", "add", "operators-prometheus", "--role", "operator").strip()
    doors = get(stage, more)[2].decode()
    for words in ('kind="opening"', "openings.ndjson", "plated_history_records_total"):
        assert words not in text, words
    assert "plated_history_records_total" in doors
    text = doors
    # Each series has its words, and the page tells of each and of no other.
    series = set(re.findall(r"^# TYPE (\S+)", text, re.M))
    told = set(re.findall(r"`(plated_[a-z_]+)`", PAGE.read_text()))
    always = told - series
    # What there is none of on this stage: destinations, lists, what lists have of plates, and sites.
    assert all(name.startswith(("plated_deliver", "plated_list_", "plated_matches_", "plated_fleet_")) for name in always), always
    assert series <= told, series - told
    dashboard = json.loads((FILES / "plated.json").read_text())
    used = names(json.dumps([panel.get("targets", []) for panel in dashboard["panels"]])) | names((FILES / "alerts.yml").read_text())
    unknown = {name for name in used if re.sub(r"_(bucket|sum|count)$", "", name) not in told and name not in told}
    assert not unknown, f"dashboard or rules ask for {unknown}"


def judged(stage: Stage, programs: Path) -> None:
    """promtool finds nothing wrong with the text, nor with the rules, and these do as their tests say."""
    token = stage.run("token", "add", "promtool", "--role", "viewer").strip()
    done = subprocess.run([programs / "promtool", "check", "metrics"], input=get(stage, token)[2], capture_output=True)
    assert done.returncode == 0 and not done.stderr, done.stderr.decode()
    rules = stage.folder / "rules"
    rules.mkdir()
    (rules / "alerts.yml").write_text((FILES / "alerts.yml").read_text())
    (rules / "test.yml").write_text((ROOT / "Tests/Servers/alerts.test.yml").read_text())
    for command in (["check", "rules", "alerts.yml"], ["test", "rules", "test.yml"]):
        done = subprocess.run([programs / "promtool", *command], cwd=rules, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def scraped(stage: Stage, programs: Path) -> None:
    """A real Prometheus with the page's own settings, their paths and address changed: it gets in, and answers all that the dashboard asks."""
    folder = stage.folder / "prometheus"
    folder.mkdir()
    (folder / "token").write_text(stage.run("token", "add", "real", "--role", "viewer"))
    (folder / "alerts.yml").write_text((FILES / "alerts.yml").read_text())
    text = re.search(r"```yaml\n(rule_files:.*?)```", PAGE.read_text(), re.S).group(1)
    for old, new in (("/etc/prometheus/plated-alerts.yml", folder / "alerts.yml"), ("/etc/prometheus/plated.token", folder / "token"),
                     ("127.0.0.1:8480", stage.address.removeprefix("http://"))):
        assert text.count(old) == 1, old
        text = text.replace(old, str(new))
    settings = {"global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, **yaml.safe_load(text)}
    (folder / "prometheus.yml").write_text(yaml.safe_dump(settings))
    done = subprocess.run([programs / "promtool", "check", "config", folder / "prometheus.yml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    port = free()
    with open(folder / "said", "w") as said:
        process = subprocess.Popen(
            [programs / "prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{port}"], stderr=said, stdout=said)
    try:
        query = lambda path, **words: asked(f"http://127.0.0.1:{port}/api/v1/{path}?{urllib.parse.urlencode(words)}")
        wait(lambda: [one for one in query("query", query='up{job="plated"}') if one["value"][1] == "1"], folder / "said")
        dashboard = json.loads((FILES / "plated.json").read_text())
        for panel in dashboard["panels"]:
            for target in panel.get("targets", []):
                words = re.sub(r"\$(camera|destination)", ".*", target["expr"])
                # No answer is one without data, for what has not happened; a wrong question is an error.
                query("query", query=words)
        wait(lambda: query("query", query='plated_camera_seeing{camera="yard"}'), folder / "said")
        wait(lambda: [one["labels"]["camera"] for one in query("alerts")["alerts"] if one["labels"]["alertname"] == "PlatedCameraBlind"] == ["yard"],
             folder / "said")
    finally:
        process.kill()
        process.wait()


def free() -> int:
    import socket
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def asked(address: str):
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return (lambda data: data.get("result", data))(json.load(answer)["data"])
    except urllib.error.HTTPError as error:
        # It listens before it is ready.
        if error.code == 503:
            return []
        raise AssertionError(f"{address}: {error.read().decode()[:500]}") from error
    except OSError:
        # It is not there yet.
        return []


def wait(what, said: Path, seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if what():
                return
        except (KeyError, TypeError):
            pass
        time.sleep(0.2)
    raise AssertionError(said.read_text()[-2000:])
