"""What Home Assistant makes of a hub; scripts/test-homeassistant starts it."""
import argparse
import importlib.util
import signal
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

from home import ROOT, Broker, Home, Violation, automations, comes, must


def stage_of_the_console(folder: Path, programs: Path):
    """Cameras that log drawn plates with their pictures; scripts/hub has another stage."""
    spec = importlib.util.spec_from_file_location("console_stage", ROOT / "scripts/console/stage.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Stage(folder, programs)


class Site:
    def __init__(self, folder: Path, programs: Path, port: int) -> None:
        self.stage = stage_of_the_console(folder, programs)
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None
        self.last = ""

    def start(self, cameras: str = "") -> None:
        stage = self.stage
        stage.config.write_text(
            f'name: site\nlogs: ["{stage.folder}/logs/*.ndjson"]\nhistory: {{path: "{stage.folder}/history.sqlite"}}\n'
            f'state: "{stage.folder}/state"\nconsole: {{listen: "off"}}\n'
            f'destinations:\n  - {{name: home, type: mqtt, url: "mqtt://127.0.0.1:{self.port}", kinds: [plates, gaps], picture: crop, '
            f'home_assistant: true, links: "https://hub.example", cameras: [{cameras}]}}\n')
        with open(stage.said, "ab") as talk:
            self.process = subprocess.Popen([stage.program, "run", "--config", str(stage.config)], stderr=talk)

    def stop(self, kill: bool = False) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
            self.process.wait()

    def plate(self, text: str, camera: str = "gate") -> str:
        """A car comes by: what was read, without its gaps."""
        self.last = self.stage.event(camera, text, datetime.now(timezone.utc))
        return text.replace(" ", "")

    def odd(self, plate: str) -> None:
        """A plate without a picture, whose text could be taken for something else."""
        now = datetime.now(timezone.utc)
        ts = now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z"
        self.last = f"01M7ODD{plate:0>19}"[:26]
        self.stage.line(
            "gate", schema="plated.event/1", id=self.last, ts=ts, camera="gate", plate=plate, plate_raw=plate, confidence=0.9,
            candidates=[{"plate": plate, "confidence": 0.9}], format=None, region=None, box=[1, 2, 30, 10], reads=2, frames_seen=2,
            first_seen=ts, last_seen=ts, engine="drawn", latency_ms=5)

    def crop(self) -> bytes:
        return next((self.stage.folder / "state").rglob(f"{self.last}.crop.jpg")).read_bytes()


def trial(site: Site, broker: Broker, home: Home) -> None:
    broker.start()
    site.plate("RK 482 BN", "yard")
    site.start()
    # The first start installs what Home Assistant itself takes from PyPI.
    home.start(patience=600)
    home.log_in()
    home.add_broker(broker.port)

    comes("the hub is there", lambda: home.says("binary_sensor.plated_site_connected", "on"))
    comes("a camera is there that had a plate before", lambda: home.state("sensor.yard_last_plate"))
    plate = site.plate("AB12 CDE")
    comes("a new camera appears, with its last plate", lambda: home.says("sensor.gate_last_plate", plate))
    for entity in [
        "event.gate_plate", "image.gate_picture", "sensor.gate_plates_today", "binary_sensor.gate_blind", "event.gate_gap",
        "button.gate_clear_last_plate", "button.plated_site_announce_again",
    ]:
        comes(f"{entity} is there", lambda entity=entity: home.state(entity))
    hub = home.template("{{ device_attr(device_attr('sensor.gate_last_plate', 'via_device_id'), 'name') }}")
    must(hub == "plated site", f"the camera stands behind {hub}")
    link = home.template("{{ device_attr('sensor.gate_last_plate', 'configuration_url') }}")
    must(link == "https://hub.example", f"its page leads to {link}")
    comes("it has its picture, as it is on the hub's disk", lambda: home.picture("image.gate_picture") == site.crop())
    comes("the day's plates are counted", lambda: home.says("sensor.gate_plates_today", "1"))
    must(home.attribute("sensor.gate_last_plate", "id") == site.last, "its attributes are those of another event")

    plate = site.plate("NL57 ZKP")
    comes("a plate is an event", lambda: home.attribute("event.gate_plate", "plate") == plate)
    must(home.attribute("event.gate_plate", "event_type") == "plate", "the event is of another type")
    before = home.state("event.gate_plate")["state"]
    site.plate("NL57 ZKP")
    comes("the same plate again is an event again", lambda: home.state("event.gate_plate")["state"] > before)
    comes("so it is for the sensor", lambda: home.attribute("sensor.gate_last_plate", "id") == site.last)
    for odd in ["1E5", "0012", "NONE", "TRUE"]:
        site.odd(odd)
        comes(f"{odd} stays {odd}", lambda odd=odd: home.says("sensor.gate_last_plate", odd))
    comes("all of them are counted", lambda: home.says("sensor.gate_plates_today", "7"))

    must(home.says("input_boolean.gate", "off"), "the gate opened for strangers")
    site.plate("AB12 CDE")
    comes("the page's automation opens the gate for a known plate", lambda: home.says("input_boolean.gate", "on"))
    home.call("POST", "/api/services/input_boolean/turn_off", {"entity_id": "input_boolean.gate"})
    gaps(site, home)
    restarts(site, broker, home)
    buttons(site, broker, home)

    site.stop()
    site.start("gate")
    comes("a camera that is no longer wanted is gone", lambda: home.state("sensor.yard_last_plate") is None)
    must(home.state("sensor.gate_last_plate") is not None, "the other one is gone, too")
    # It loses the broker, which is killed, and says so.
    complaints = [
        line for line in home.said().splitlines()
        if "mqtt" in line and ("ERROR" in line or "WARNING" in line) and "The connection was lost" not in line]
    must(not complaints, f"Home Assistant complains: {complaints[:3]}")
    print("ok      Home Assistant had nothing to complain of")


def gaps(site: Site, home: Home) -> None:
    now = datetime.now(timezone.utc)
    site.stage.gap("gate", "lost", now, None)
    comes("a camera that is lost is blind", lambda: home.says("binary_sensor.gate_blind", "on"))
    must(home.attribute("binary_sensor.gate_blind", "cause") == "lost", "it does not say why")
    comes("the gap is an event", lambda: home.attribute("event.gate_gap", "event_type") == "began")
    path = site.stage.folder / "logs/gate.ndjson"
    begun = path.read_text().splitlines()[-1]
    end = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    ended = begun.replace('"began"', '"ended"').replace('"end":null', f'"end":"{end}"')
    name = begun.split('"id":"')[1][:26]
    with open(path, "a") as file:
        file.write(ended.replace(f'"id":"{name}"', f'"id":"{name[:-1]}{"0" if name[-1] != "0" else "1"}"', 1) + "\n")
    comes("it sees again", lambda: home.says("binary_sensor.gate_blind", "off"))
    comes("the end of the gap is an event", lambda: home.attribute("event.gate_gap", "event_type") == "ended")


def restarts(site: Site, broker: Broker, home: Home) -> None:
    plate = site.plate("WX 934 71")
    comes("there is a plate before the restarts", lambda: home.attribute("event.gate_plate", "plate") == plate)
    before = home.state("event.gate_plate")["state"]
    home.stop()
    home.start()
    comes("Home Assistant has the last plate after its restart", lambda: home.says("sensor.gate_last_plate", plate))
    comes("the picture", lambda: home.picture("image.gate_picture") == site.crop())
    comes("and sees no new event in it", lambda: home.says("event.gate_plate", before))
    must(home.says("input_boolean.gate", "off"), "its automation opened the gate for a plate of before")

    broker.stop(kill=True)
    comes("without a broker the camera is unavailable", lambda: home.says("sensor.gate_last_plate", "unavailable"))
    plate = site.plate("KL 907 TS")
    broker.start()
    comes("what came meanwhile arrives", lambda: home.says("sensor.gate_last_plate", plate), 60)
    comes("with its picture", lambda: home.picture("image.gate_picture") == site.crop())
    broker.stop(kill=True)
    for file in broker.config.parent.glob("mosquitto.db*"):
        file.unlink()
    broker.start()
    comes("a broker that forgot everything is told it again", lambda: home.says("sensor.gate_last_plate", plate), 60)
    home.stop()
    home.start()
    comes("so that Home Assistant has it also after its restart", lambda: home.says("sensor.gate_last_plate", plate))

    site.stop(kill=True)
    comes("while the hub is away, its cameras are unavailable", lambda: home.says("sensor.gate_last_plate", "unavailable"))
    must(home.says("binary_sensor.plated_site_connected", "off"), "and the hub is not")
    plate = site.plate("BR 264 OU")
    site.start()
    comes("the hub is back, with what came meanwhile", lambda: home.says("sensor.gate_last_plate", plate))


def buttons(site: Site, broker: Broker, home: Home) -> None:
    home.press("button.gate_clear_last_plate")
    comes("the button clears the last plate", lambda: home.says("sensor.gate_last_plate", "unknown"))
    comes("and its picture", lambda: not home.picture("image.gate_picture"))
    must(home.attribute("sensor.gate_last_plate", "plate") is None, "its attributes are still there")
    home.stop()
    home.start()
    comes("it stays cleared after a restart", lambda: home.says("sensor.gate_last_plate", "unknown"))
    broker.publish("homeassistant/device/plated_site_yard/config", None)
    comes("a device that somebody removed is gone", lambda: home.state("sensor.yard_last_plate") is None)
    home.press("button.plated_site_announce_again")
    comes("the hub's button brings it back", lambda: home.state("sensor.yard_last_plate"))
    plate = site.plate("TU 660 FE")
    comes("the next plate is there as ever", lambda: home.says("sensor.gate_last_plate", plate))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="plated-home-") as name:
        folder = Path(name)
        broker = Broker(folder)
        home = Home(options.root, folder, "input_boolean:\n  gate:\n" + automations())
        site = Site(folder / "site", options.programs, broker.port)
        try:
            trial(site, broker, home)
        except Violation as violation:
            sys.exit(f"test-homeassistant: {violation}\nthe hub: {site.stage.said.read_text()[-1500:]}\nHome Assistant: {home.said()[-3000:]}")
        finally:
            home.stop()
            site.stop(kill=True)
            broker.stop(kill=True)


main()
