"""Who gets where: every route by every role, strangers, foreign hosts and pages, limits."""
import json
import re
import socket
import urllib.parse
from pathlib import Path

from stage import PASSWORD, USERS, Stage

RANK = {"": 0, "viewer": 1, "operator": 2, "admin": 3}
SOURCES = Path(__file__).resolve().parents[2] / "Sources" / "Console"
# Who may, from which role on; nobody needs to be logged in for "". A route that is not here fails the test.
ROUTES = {
    "GET": {
        "/": "viewer", "/users": "admin", "/health": "viewer", "/metrics": "viewer", "/login": "", "/invitation": "",
        "/plates": "operator", "/plates/new": "operator", "/plates/export.csv": "operator", "/plates/export.ndjson": "operator",
        "/plates/*": "operator", "/plates/*/crop.jpg": "operator", "/plates/*/scene.jpg": "operator",
        "/why": "operator", "/why/*": "operator", "/why/*/crop.jpg": "operator",
        "/live": "operator", "/api/live": "operator", "/api/cameras/*/picture.jpg": "operator",
        "/lists": "viewer", "/lists/*": "operator", "/lists/*/export.csv": "operator",
        "/sessions": "viewer", "/sessions/new": "operator", "/sessions/export.csv": "operator", "/sessions/export.ndjson": "operator",
        "/sessions/*": "operator", "/api/sessions": "operator", "/api/occupancy": "viewer",
        "/doors": "operator", "/api/doors": "operator",
        "/cameras": "admin", "/cameras/new": "admin", "/cameras/*": "admin", "/cameras/*/picture.jpg": "admin", "/cameras/*/look/*": "admin",
        "/cameras/*/try/*": "admin", "/api/cameras/*/setup": "admin",
        "/api/plates": "operator", "/api/plates/*": "operator", "/api/missed": "operator", "/api/gaps": "viewer", "/api/health": "viewer",
        "/api/stats": "viewer", "/api/destinations": "viewer", "/api/openapi.json": "",
        "/console.css": "", "/console.js": "", "/live.js": "", "/cameras.js": "", "/icon.svg": "",
    },
    "POST": {
        "/login": "", "/invitation": "", "/logout": "viewer", "/plates/*/correction": "operator", "/sessions/*/correction": "operator",
        "/lists": "operator", "/lists/*": "operator", "/lists/*/import": "operator", "/lists/*/delete": "operator", "/doors/*/open": "operator",
        "/cameras/new": "admin", "/cameras/*": "admin", "/api/cameras/*/settings/check": "admin",
    },
}
# They do not end by themselves: drive.py, sessions.py and live.py read them.
ENDLESS = {"/plates/new", "/sessions/new", "/api/live"}


def expect(found, wanted, what: str) -> None:
    assert found == wanted, f"{what}: {found}, and not {wanted}"


def written() -> dict:
    """The routes that the program has, from its sources."""
    found = {"GET": set(), "POST": set()}
    for file in SOURCES.rglob("*.swift"):
        for method, path in re.findall(r'Route\(\s*\.(get|post), "([^"]+)"', file.read_text()):
            found[method.upper()].add(path)
    return found


def routes(stage: Stage, name: str) -> int:
    """Each route that there is, by each role and by nobody; what changes something, by those who may not: that they may is for its own test."""
    expect({method: set(table) for method, table in ROUTES.items()}, written(), "the routes of the sources")
    miss = json.loads(stage.ask("/api/missed?kind=all&limit=1", "adam")[2])["missed"][0]["id"]
    session = json.loads(stage.ask("/api/sessions?state=all&limit=1", "adam")[2])["sessions"][0]["session"]
    own = {"plates": name, "why": miss, "sessions": session, "lists": "staff", "doors": "barrier", "cameras": "nowhere"}
    tried = 0
    for method, table in ROUTES.items():
        for path, role in table.items():
            thing = next((own[part] for part in path.split("/") if part in own), "0")
            place = path.replace("*", thing, 1).replace("*", "0")
            for user, rank in [("", ""), *USERS.items()]:
                may = RANK[rank] >= RANK[role]
                if may and (method == "POST" or path in ENDLESS):
                    continue
                status = stage.ask(place, user, {"plate": "AB12CDE"} if method == "POST" else None)[0]
                tried += 1
                what = f"{method} {place} as {user or 'nobody'}"
                if may:
                    # No camera is called nowhere, and an invitation has its word in the address.
                    absent = (404, 422) if "nowhere" in place or path == "/invitation" else ()
                    assert status in (200, 303, *absent), f"{what}: {status}"
                elif user:
                    expect(status, 403, what)
                else:
                    expect(status, 401 if method == "POST" or path.startswith(("/api/", "/metrics")) else 303, what)
    return tried


def strangers(stage: Stage, name: str) -> None:
    port = int(stage.address.rsplit(":", 1)[1])
    for host, wanted in (("evil.example", 421), (f"evil.example:{port}", 421), ("localhost", 200), (f"hub.local:{port}", 200),
                         ("127.0.0.1.evil.example", 421), ("console.example", 200)):
        expect(stage.ask("/login", Host=host)[0], wanted, f"Host {host}")
    place = f"/plates/{name}/correction"
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}):
        expect(stage.ask(place, "anna", {"plate": "EVIL1"}, **headers)[0], 403, f"a form with {headers}")
        expect(stage.ask("/login", "", {"user": "anna", "password": PASSWORD}, **headers)[0], 403, f"a login with {headers}")
    expect(stage.ask(place, "anna", {"plate": "x" * 20_000})[0], 413, "a form of 20 KB")
    expect(stage.ask("/health", "anna", {"a": "b"})[0], 405, "a form to a page that takes none")
    expect(stage.ask("/nowhere", "anna")[0], 404, "an address that is none")
    for path in ("/plates/..%2f..%2fetc%2fpasswd/crop.jpg", "/plates/%2e%2e/scene.jpg", "/../../etc/passwd", "/plates/%zz"):
        assert stage.ask(path, "anna")[0] in (400, 404), path
    for path in ("/users", "/plates", "/api/plates"):
        for header in ("Remote_User", "X_Remote_User", "X_Forwarded_User", "X_Forwarded_Email", "Remote_Groups"):
            expect(stage.ask(path, **{header: "adam"})[0], 401 if path.startswith("/api") else 303, f"{path} for who says in {header} to be adam")
    # What is asked for is a text, whatever it says: it finds nothing, or is refused.
    for words in ("' OR '1'='1", "x') OR 1=1 --", '" OR ""="', "x'; DROP TABLE event; --"):
        for path, rows in (("/api/plates?match=exact&q=", "events"), ("/api/plates?lane=", "events"), ("/api/plates?camera=", "events"), ("/api/plates?list=", "events"),
                           ("/api/gaps?camera=", "gaps"), ("/api/missed?kind=all&camera=", "missed"), ("/api/sessions?state=all&q=", "sessions"),
                           ("/api/sessions?state=all&site=", "sessions"), ("/api/health?camera=", "records")):
            status, _, body = stage.ask(path + urllib.parse.quote(words), "anna")
            assert status in (404, 422) or status == 200 and json.loads(body)[rows] == [], f"{path}{words}: {status} {body[:200]}"
    assert json.loads(stage.ask("/api/plates?limit=1", "anna")[2])["events"], "the history after that"
    status, headers, body = stage.ask("/api/plates?from=never", "anna")
    expect((status, headers["Content-Type"]), (422, "application/problem+json"), "a time that is none")
    assert "never" in json.loads(body)["detail"]
    for path, user in (("/plates", "anna"), ("/api/gaps", "anna"), (f"/plates/{name}/crop.jpg", "anna"), ("/nowhere", ""), ("/login", "")):
        headers = stage.ask(path, user)[1]
        assert "default-src 'none'" in headers["Content-Security-Policy"] and "unsafe" not in headers["Content-Security-Policy"], path
        for header, value in (("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
                              ("Referrer-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin")):
            expect(headers[header], value, f"{header} of {path}")
        assert headers["Access-Control-Allow-Origin"] is None and headers["Server"] is None, path


def limits(stage: Stage) -> None:
    """Too many wrong passwords; a head without an end; the cookie."""
    found = [stage.ask("/login", form={"user": "vera", "password": "wrong password"})[0] for _ in range(6)]
    # One of this minute may have failed before.
    assert found in ([401] * 5 + [429], [401] * 4 + [429] * 2), found
    status, headers, _ = stage.ask("/login", form={"user": "vera", "password": PASSWORD})
    expect(status, 429, "one more within a minute, right as it is")
    assert 0 < int(headers["Retry-After"]) <= 60
    status, _, _ = stage.ask("/login", form={"user": "nobody", "password": "wrong password"}, X_Forwarded_For="203.0.113.7")
    expect(status, 429, "the same address, under a name of its own choice")
    with socket.create_connection(stage.address[7:].split(":")) as peer:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 40_000)
        peer.settimeout(10)
        answer = b"".join(iter(lambda: peer.recv(4096), b""))
        assert answer == b"" or answer.split()[1] in (b"400", b"431"), answer[:80]
    expect(stage.ask("/health", "anna")[0], 200, "the others after that")


def cookie(stage: Stage) -> None:
    _, headers, _ = stage.ask("/login", form={"user": "adam", "password": PASSWORD, "next": "//evil.example/"})
    expect(headers["Location"], "/", "a way out of the console")
    made = headers["Set-Cookie"]
    assert "HttpOnly" in made and "SameSite=Strict" in made and "Path=/" in made and "Domain" not in made, made
    held = made.split(";")[0]
    stored = (stage.folder / "console.sqlite").read_bytes()
    assert held.split("=")[1].encode() not in stored and PASSWORD.encode() not in stored, "what is stored lets nobody in"
    expect((stage.folder / "console.sqlite").stat().st_mode & 0o777, 0o600, "rights of the accounts")
    stage.cookies["adam"] = held
    expect(stage.ask("/logout", "adam", {})[0], 303, "logging out")
    expect(stage.ask("/api/gaps", "adam")[0], 401, "the cookie after that")


def lookups(stage: Stage) -> None:
    """Each search, look and correction is recorded; the journal tells no plate."""
    # By line feeds alone: what schemathesis asks for has the other ends of lines in it.
    lines = [json.loads(line) for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]]
    commands = {line["command"] for line in lines}
    assert {"search", "show", "picture", "correct", "export"} <= commands, commands
    known = (*(f"{user} from " for user in (*USERS, "gina")), "token:")
    # On the terminal, sessions and how often plates are right were asked for.
    strangers = [line for line in lines if not line["who"].startswith(known) and line["command"] != "sessions"]
    assert not strangers, strangers[:3]
    said = stage.said.read_text()
    for plate in ("RK482BN", "AB12CDE", "KL907TS"):
        assert plate not in said, f"{plate} in the journal"
    assert PASSWORD not in said
