"""A Home Assistant in a Debian of its own, and a broker."""
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "scripts/hub"), str(ROOT / "scripts/console")]

from stage import Violation, must  # noqa: E402  (of scripts/hub)

__all__ = ["Broker", "Home", "Violation", "automations", "comes", "free_port", "must"]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def comes(what: str, condition, seconds: float = 30):
    """Waits for it; what the condition gave."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            print(f"ok      {what}", flush=True)
            return found
        must(time.monotonic() < end, f"after {seconds:.0f} s it is not so that {what}")
        time.sleep(0.1)


def automations() -> str:
    """Those of the page, as one list."""
    text = (ROOT / "docs/integrations/home-assistant.md").read_text()
    blocks = [block for block in re.findall(r"```yaml\n(.*?)```", text, re.S) if block.startswith("automation:\n")]
    must(len(blocks) == 2, f"the page has {len(blocks)} automations")
    return "automation:\n" + "".join(block.removeprefix("automation:\n") for block in blocks)


class Broker:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.config = folder / "broker.conf"
        # As Debian ships it, but for the place.
        self.config.write_text(
            f"user root\nlistener {self.port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location {folder}/\n")
        self.talk = folder / "broker.said"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with open(self.talk, "ab") as talk:
            self.process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", str(self.config)], stdout=talk, stderr=talk)

    def stop(self, kill: bool = False) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
            self.process.wait()

    def publish(self, topic: str, text: str | None) -> None:
        """Kept by the broker; None for nothing any more."""
        subprocess.run(
            ["mosquitto_pub", "-p", str(self.port), "-q", "1", "-r", "-t", topic, *(["-n"] if text is None else ["-m", text])], check=True)


class Home:
    """Home Assistant, asked through its own API."""

    def __init__(self, root: Path, folder: Path, more: str) -> None:
        self.root = root
        self.port = free_port()
        self.talk = folder / "home.said"
        self.config = root / "config"
        subprocess.run(["rm", "-rf", "--one-file-system", str(self.config)], check=True)
        self.config.mkdir()
        (self.config / "configuration.yaml").write_text(
            f"http:\n  server_host: 127.0.0.1\n  server_port: {self.port}\napi:\nconfig:\nonboarding:\nlogger:\n  default: warning\n{more}")
        self.process: subprocess.Popen[bytes] | None = None
        self.token = ""

    def start(self, patience: float = 60) -> None:
        with open(self.talk, "ab") as talk:
            self.process = subprocess.Popen(
                ["chroot", str(self.root), "env", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt", "/ha/bin/hass", "-c", "/config"],
                stdout=talk, stderr=talk)
        comes("Home Assistant answers", self.answers, patience)

    def answers(self) -> bool:
        must(self.process.poll() is None, f"Home Assistant ended: {self.said()[-2000:]}")
        try:
            return self.call("GET", "/api/onboarding") is not None
        except (urllib.error.URLError, ConnectionError):
            return False

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def said(self) -> str:
        return self.talk.read_text()

    def call(self, method: str, path: str, body=None, form: bool = False, raw: bool = False):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = (urllib.parse.urlencode(body) if form else json.dumps(body)).encode()
            request.add_header("Content-Type", "application/x-www-form-urlencoded" if form else "application/json")
        with urllib.request.urlopen(request, timeout=30) as answer:
            data = answer.read()
        return data if raw else json.loads(data)

    def log_in(self) -> None:
        """The first user, as the page of the first start makes it."""
        client = f"http://127.0.0.1:{self.port}/"
        user = {"client_id": client, "name": "Anna", "username": "anna", "password": "correct horse", "language": "en"}
        code = self.call("POST", "/api/onboarding/users", user)["auth_code"]
        form = {"client_id": client, "grant_type": "authorization_code", "code": code}
        self.refresh = {"client_id": client, "grant_type": "refresh_token"}
        tokens = self.call("POST", "/auth/token", form, form=True)
        self.refresh["refresh_token"] = tokens["refresh_token"]
        self.token = tokens["access_token"]

    def add_broker(self, port: int) -> None:
        flow = self.call("POST", "/api/config/config_entries/flow", {"handler": "mqtt"})
        done = self.call("POST", f"/api/config/config_entries/flow/{flow['flow_id']}", {"broker": "127.0.0.1", "port": port})
        must(done["type"] == "create_entry", f"Home Assistant does not take the broker: {done}")

    def state(self, entity: str) -> dict | None:
        try:
            return self.call("GET", f"/api/states/{entity}")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def says(self, entity: str, value: str) -> bool:
        return (self.state(entity) or {}).get("state") == value

    def attribute(self, entity: str, name: str):
        return ((self.state(entity) or {}).get("attributes") or {}).get(name)

    def template(self, text: str) -> str:
        return self.call("POST", "/api/template", {"template": text}, raw=True).decode()

    def picture(self, entity: str) -> bytes | None:
        try:
            return self.call("GET", f"/api/image_proxy/{entity}", raw=True)
        except urllib.error.HTTPError:
            return None

    def press(self, entity: str) -> None:
        self.call("POST", "/api/services/button/press", {"entity_id": entity})
