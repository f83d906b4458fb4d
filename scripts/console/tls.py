"""The console with a certificate of its own, as others reach it; and what it refuses to open without one."""
import http.client
import json
import socket
import ssl
import subprocess
import urllib.parse
from pathlib import Path

from stage import PASSWORD, Stage


def certificate(folder: Path) -> tuple:
    """A certificate for this machine that is its own authority, and its key."""
    chain, key = folder / "hub.pem", folder / "hub.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=hub.example", "-addext", "subjectAltName=DNS:hub.example,IP:127.0.0.1", "-keyout", key, "-out", chain],
        check=True, capture_output=True)
    return chain, key


class Client:
    def __init__(self, address: str, chain: Path) -> None:
        self.place = address.split("//")[1].split(":")
        self.context = ssl.create_default_context(cafile=str(chain))

    def ask(self, path: str, form: dict | None = None, cookie: str = "") -> tuple:
        connection = http.client.HTTPSConnection(*self.place, context=self.context, timeout=30)
        headers = {"Cookie": cookie} if cookie else {}
        if form is None:
            connection.request("GET", path, headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request("POST", path, urllib.parse.urlencode(form), headers)
        answer = connection.getresponse()
        found = answer.status, answer.headers, answer.read()
        connection.close()
        return found


def refused(stage: Stage, console: str) -> str:
    """What the hub says of a console that it does not open."""
    config = stage.folder / "refused.yaml"
    config.write_text(stage.config.read_text().rsplit("console:", 1)[0] + f"console: {{{console}}}\n")
    done = subprocess.run([stage.program, "run", "--config", config], capture_output=True, text=True, timeout=60)
    assert done.returncode == 78, f"{console}: {done.returncode} {done.stderr}"
    return done.stderr


def encrypted(folder: Path, programs: Path) -> None:
    folder.mkdir()
    chain, key = certificate(folder)
    stage = Stage(folder, programs, f', certificate: "{chain}", key: "{key}"')
    said = refused(stage, 'listen: "0.0.0.0:0"')
    assert "unencrypted" in said and "console.certificate" in said, said
    said = refused(stage, f'listen: "0.0.0.0:0", certificate: "{chain}", key: "{key}"')
    assert "nobody has an account" in said and "user add" in said, said
    said = refused(stage, f'listen: "127.0.0.1:0", certificate: "{chain}", key: "{chain}"')
    assert str(chain) in said and "PEM" in said, said
    stage.run("user", "add", "anna", "--role", "operator", given=PASSWORD + "\n")
    stage.start()
    try:
        assert stage.address.startswith("https://"), stage.address
        client = Client(stage.address, chain)
        assert client.ask("/login")[0] == 200
        status, headers, _ = client.ask("/login", {"user": "anna", "password": PASSWORD, "next": "/plates"})
        cookie = headers["Set-Cookie"]
        assert status == 303 and "; Secure" in cookie and "HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie
        status, _, body = client.ask("/api/plates", cookie=cookie.split(";")[0])
        assert status == 200 and json.loads(body)["events"] == []
        # Whoever does not know the certificate's authority is not let on by his own side.
        try:
            ssl.create_default_context().wrap_socket(socket.create_connection(client.place), server_hostname="hub.example")
            raise AssertionError("a certificate that nobody vouches for was taken")
        except ssl.SSLCertVerificationError:
            pass
        # Nothing is answered without encryption, and nothing of an old one.
        with socket.create_connection(client.place, timeout=30) as peer:
            peer.sendall(b"GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert not peer.recv(100).startswith(b"HTTP"), "an answer in the clear"
        old = subprocess.run(
            ["openssl", "s_client", "-connect", ":".join(client.place), "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert old.returncode != 0 and "BEGIN CERTIFICATE" not in old.stdout, old.stdout[:300]
    finally:
        assert stage.end() < 5
