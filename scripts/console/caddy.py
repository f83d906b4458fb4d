"""The console behind Caddy, as others reach it: in a real browser, encrypted, from another network; and who gets to its socket."""
import grp
import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from stage import PASSWORD, Stage

ROOT = Path(__file__).resolve().parents[2]
NAME = "hub.local"
# What somebody searches, and no log may have.
SECRET = "ZZ99SECRET"


def sh(*words: str, **more) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, **more)
    assert done.returncode == 0, f"{' '.join(map(str, words))}: {done.returncode} {done.stderr}"
    return done.stdout


@contextmanager
def networks():
    """A network for Caddy and one for each of two clients, who reach it and nothing else: their names, and where each finds it."""
    mine = f"plated-{os.getpid()}"
    names = [f"{mine}-{part}" for part in ("web", "one", "two")]
    try:
        for name in names:
            sh("ip", "netns", "add", name)
            sh("ip", "-n", name, "link", "set", "lo", "up")
        for number, name in enumerate(names[1:], 1):
            sh("ip", "-n", names[0], "link", "add", f"c{number}", "type", "veth", "peer", "name", "e0", "netns", name)
            for place, card, last in ((names[0], f"c{number}", 1), (name, "e0", 2)):
                sh("ip", "-n", place, "address", "add", f"10.199.{number}.{last}/24", "dev", card)
                sh("ip", "-n", place, "link", "set", card, "up")
        sh("ip", "netns", "exec", names[0], "sysctl", "-qw", "net.ipv4.ip_unprivileged_port_start=0")
        yield names[0], [(name, f"10.199.{number}.1") for number, name in enumerate(names[1:], 1)]
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)


class Caddy:
    """Debian's, as its own user, with the shipped file; only the paths are other ones."""

    def __init__(self, folder: Path, network: str, door: Path) -> None:
        self.home, self.said, self.network = folder / "home", folder / "caddy.said", network
        root = folder / "root"
        (root / "etc/caddy").mkdir(parents=True)
        shutil.copy("/etc/caddy/Caddyfile", root / "etc/caddy")
        sh(ROOT / "scripts/behind-caddy", "--home", NAME, env={**os.environ, "DESTDIR": str(root)})
        text = (root / "etc/caddy/Caddyfile").read_text()
        assert "/run/plated-console/console.sock" in text and "NAME" not in text, text
        self.file = folder / "Caddyfile"
        self.file.write_text(text.replace("/run/plated-console/console.sock", str(door)))
        self.home.mkdir()
        shutil.chown(self.home, "caddy", "caddy")
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", network, "setpriv", "--reuid", "caddy", "--regid", "caddy", "--clear-groups", "env", f"HOME={self.home}",
             "caddy", "run", "--config", self.file, "--adapter", "caddyfile"], stderr=open(self.said, "w"), stdout=subprocess.DEVNULL)
        self.root = self.home / ".local/share/caddy/pki/authorities/local/root.crt"

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class Client:
    """Somebody in a network of their own, with curl, who trusts the authority that Caddy has made."""

    def __init__(self, network: str, address: str, folder: Path) -> None:
        self.network, self.address, self.jar = network, address, folder / f"{network}.jar"
        self.trusted = folder / f"{network}.crt"

    def run(self, *words, **more) -> subprocess.CompletedProcess:
        return subprocess.run(["ip", "netns", "exec", self.network, *words], capture_output=True, timeout=60, **more)

    def ask(self, path: str, *more: str, scheme: str = "https") -> tuple:
        """Status and body."""
        trust = ["--cacert", self.trusted] if scheme == "https" else []
        done = self.run("curl", "--silent", "--show-error", *trust, "--resolve", f"{NAME}:443:{self.address}", "--resolve", f"{NAME}:80:{self.address}",
                        "--cookie", self.jar, "--cookie-jar", self.jar, "--write-out", "\n%{http_code}", *more, f"{scheme}://{NAME}{path}")
        assert done.returncode == 0, f"{path}: {done.returncode} {done.stderr.decode()}"
        body, _, status = done.stdout.rpartition(b"\n")
        return int(status), body

    def log_in(self, user: str, password: str, *more: str) -> int:
        return self.ask("/login", "--data-urlencode", f"user={user}", "--data-urlencode", f"password={password}", "--data", "next=/plates", *more)[0]


def reached(folder: Path, programs: Path, scanner) -> None:
    """- Parameter scanner: makes a camera with live pictures of a stage."""
    # A socket's path is short, and Caddy's user has to get there.
    place = Path(tempfile.mkdtemp(prefix="plated-caddy-", dir="/tmp"))
    place.chmod(0o711)
    door = place / "console"
    sh("install", "-d", "-m", "2770", "-g", "caddy", door)
    stage = Stage(folder, programs, f', socket: "{door}/console.sock"')
    camera = scanner(stage)
    name = stage.event("gate", "RK 482 BN", stage.now)
    for user in ("anna", "vera", "adam"):
        stage.run("user", "add", user, "--role", "operator", given=PASSWORD + "\n")
    with networks() as (web, houses):
        caddy = Caddy(place, web, door / "console.sock")
        try:
            clients = [Client(*house, place) for house in houses]
            wait(lambda: caddy.root.exists() and clients[0].run("curl", "-s", f"http://{clients[0].address}").returncode == 0)
            authority(caddy, clients)
            # While there is no hub behind it.
            assert clients[0].ask(f"/plates?q={SECRET}")[0] == 502
            stage.start()
            wait(lambda: "the console is at the socket" in stage.said.read_text())
            entrance(door / "console.sock", stage)
            headers(stage, clients[0])
            written(stage, clients, name)
            seen(stage, clients[0], caddy, name, place)
            passwords(clients)
            again(stage, door / "console.sock", clients[1])
            said = caddy.said.read_text()
            assert SECRET not in said and "q=" not in said and "/plates" not in said, f"Caddy wrote down what was asked: {said}"
            assert SECRET not in stage.said.read_text()
        finally:
            caddy.end()
            camera.end()
            stage.end()
            shutil.rmtree(place)


def wait(what, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.1)


def authority(caddy: Caddy, clients: list) -> None:
    """A phone gets the authority's certificate, and neither its key nor a page without encryption."""
    for client in clients:
        status, body = client.ask("/root.crt", scheme="http")
        assert status == 200 and body == caddy.root.read_bytes(), (status, body[:99])
        client.trusted.write_bytes(body)
        for path in ("/root.key", "/", "/plates", "/root.crt/../root.key", "/x/../root.key"):
            status, body = client.ask(path, "--path-as-is", scheme="http")
            assert status in (302, 308) and body == b"", (path, status, body[:99])
    stranger = clients[0].run("curl", "--silent", "--resolve", f"{NAME}:443:{clients[0].address}", f"https://{NAME}/login")
    assert stranger.returncode == 60, f"who does not trust the authority is not let on by his own side: {stranger}"


def entrance(door: Path, stage: Stage) -> None:
    """Caddy's group gets to the socket, and nobody else."""
    status = door.stat()
    assert status.st_mode & 0o777 == 0o660 and status.st_gid == grp.getgrnam("caddy").gr_gid, oct(status.st_mode)
    code = f"import socket; socket.socket(socket.AF_UNIX).connect({str(door)!r})"
    for user, may in (("caddy", True), ("nobody", False)):
        entry = pwd.getpwnam(user)
        done = subprocess.run(["setpriv", "--reuid", str(entry.pw_uid), "--regid", str(entry.pw_gid), "--clear-groups", "/usr/bin/python3", "-c", code],
                              capture_output=True, text=True, timeout=60)
        assert (done.returncode == 0) == may, f"{user}: {done.stderr}"
        assert may or "PermissionError" in done.stderr, done.stderr
    # A second hub leaves the first one alone.
    config = stage.folder / "second.yaml"
    config.write_text(re.sub(r"history: {[^}]*}", f'history: {{path: "{stage.folder}/second/history.sqlite"}}', stage.config.read_text()))
    (stage.folder / "second").mkdir()
    with open(stage.folder / "second/said", "w") as said:
        second = subprocess.Popen([stage.program, "run", "--config", config], stderr=said)
    try:
        wait(lambda: "another hub answers there" in (stage.folder / "second/said").read_text())
    finally:
        second.terminate()
        second.wait(20)


def headers(stage: Stage, client: Client) -> None:
    """The cookie is for encrypted pages alone; what a client says of its own address counts for nothing."""
    status, body = client.ask("/login", "--include", "--data-urlencode", "user=adam", "--data-urlencode", f"password={PASSWORD}", "--data", "next=/plates",
                              "--header", "X-Forwarded-For: 203.0.113.7", "--header", "X-Forwarded-Proto: http", "--header", "X-Real-IP: 203.0.113.7")
    cookie = re.search(rb"(?i)^set-cookie: (.*)$", body, re.M)
    assert status == 303 and cookie and b"; Secure" in cookie[1] and b"SameSite=Strict" in cookie[1] and b"HttpOnly" in cookie[1], body
    said = stage.said.read_text()
    assert client.address.rsplit(".", 1)[0] + ".2" in said and "203.0.113.7" not in said, f"whose login it was: {said}"
    status, _, _ = stage.ask("/login", form={"user": "adam", "password": PASSWORD, "next": "/"}, X_Forwarded_For="203.0.113.7", X_Forwarded_Proto="https")
    assert status == 303 and "203.0.113.7" not in stage.said.read_text(), "at the plain address nobody is believed"


def written(stage: Stage, clients: list, name: str) -> None:
    """A search, and a write; from elsewhere none."""
    client = clients[0]
    wait(lambda: json.loads(client.ask("/api/plates")[1])["events"])
    assert client.ask(f"/plates?q={SECRET}")[0] == 200
    place = f"/plates/{name}/correction"
    assert client.ask(place, "--data", "plate=EVIL1", "--header", "Origin: https://evil.example")[0] == 403
    assert client.ask(place, "--data", "plate=RK482BM", "--header", f"Origin: https://{NAME}")[0] == 303
    assert json.loads(client.ask(f"/api/plates/{name}")[1])["corrections"][-1]["plate"] == "RK482BM"
    # Another name than the site's is not handed on.
    status, body = client.ask("/login", "--header", "Host: evil.example")
    assert body == b"", (status, body[:99])
    # New plates come as they are stored, and not when a buffer is full.
    stream = subprocess.Popen(
        ["ip", "netns", "exec", client.network, "curl", "--silent", "--no-buffer", "--cacert", client.trusted, "--resolve", f"{NAME}:443:{client.address}",
         "--cookie", client.jar, f"https://{NAME}/api/live"], stdout=subprocess.PIPE)
    try:
        os.set_blocking(stream.stdout.fileno(), False)
        time.sleep(1)
        began = time.monotonic()
        stage.event("exit", "TU 660 FE", stage.now)
        told = b""
        while b"TU660FE" not in told:
            assert time.monotonic() - began < 5, told[-500:]
            told += stream.stdout.read() or b""
            time.sleep(0.02)
    finally:
        stream.kill()
        stream.wait()


def seen(stage: Stage, client: Client, caddy: Caddy, name: str, place: Path) -> None:
    """In a browser of the client's network: the login, live pictures, and a write."""
    done = client.run(sys.executable, __file__, client.address, str(client.trusted), name, str(place / "shots"))
    print("".join(f"        {line}\n" for line in done.stdout.decode().splitlines()), end="")
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    if os.environ.get("SHOTS"):
        shutil.copytree(place / "shots", os.environ["SHOTS"], dirs_exist_ok=True)


def passwords(clients: list) -> None:
    """Five wrong ones of one client, who has to wait; the other logs in."""
    found = [clients[0].log_in("vera", "wrong password") for _ in range(6)]
    assert found == [401] * 5 + [429], found
    assert clients[0].log_in("anna", PASSWORD) == 429, "its address waits, whatever name it takes"
    assert clients[0].log_in("anna", PASSWORD, "--header", "X-Forwarded-For: 198.51.100.9") == 429, "and whatever it says of itself"
    assert clients[1].log_in("anna", PASSWORD) == 303
    assert clients[1].ask("/plates")[0] == 200


def again(stage: Stage, door: Path, client: Client) -> None:
    """A hub that was killed leaves a socket that nobody answers: the next one takes its place."""
    stage.process.kill()
    stage.process.wait()
    assert door.is_socket() and client.ask("/plates")[0] == 502
    stage.start()
    wait(lambda: client.ask("/plates")[0] == 200)


def browse(address: str, trusted: str, name: str, shots: str) -> None:
    """What a person does, whose browser has been told to trust the authority."""
    from drive import Browser
    home = tempfile.mkdtemp(prefix="plated-browser-")
    os.environ["HOME"] = home
    trust = f"sql:{home}/.pki/nssdb"
    Path(home, ".pki/nssdb").mkdir(parents=True)
    sh("certutil", "-d", trust, "-N", "--empty-password")
    sh("certutil", "-d", trust, "-A", "-t", "C,,", "-n", "hub", "-i", trusted)
    browser = Browser(Elsewhere(f"https://{NAME}"), f"--host-resolver-rules=MAP {NAME} {address}")
    try:
        Path(shots).mkdir()
        browser.go("/live")
        assert browser.driver.execute_script("return window.isSecureContext && location.protocol") == "https:"
        browser.driver.save_screenshot(f"{shots}/caddy-login.png")
        browser.log_in("anna")
        count = lambda: int(browser.one("figure.camera[data-camera=yard]").get_attribute("data-pictures") or 0)
        browser.wait(lambda: count() > 2, 60)
        before, began = count(), time.monotonic()
        browser.wait(lambda: count() >= before + 10, 30)
        print(f"10 live pictures in {time.monotonic() - began:.1f} s")
        browser.driver.save_screenshot(f"{shots}/caddy-live.png")
        browser.go(f"/plates/{name}")
        browser.wait(lambda: browser.driver.execute_script("return [...document.images].every((one) => one.complete && one.naturalWidth > 0)"))
        field = browser.one("form[action$=correction] [name=plate]")
        field.clear()
        field.send_keys("RK482BX")
        browser.follow(lambda: browser.one("form[action$=correction] button").click())
        assert "RK482BX" in browser.one("body").text
        browser.driver.save_screenshot(f"{shots}/caddy-plate.png")
        protocol = browser.driver.execute_script("return performance.getEntriesByType('navigation')[0].nextHopProtocol")
        print(f"over {protocol}")
    finally:
        browser.driver.quit()
        shutil.rmtree(home, ignore_errors=True)


class Elsewhere:
    def __init__(self, address: str) -> None:
        self.address = address


if __name__ == "__main__":
    browse(*sys.argv[1:])
