"""Who sees one camera alone, by account and by token, gets nothing of the others, by whatever route."""
import json
import re
import time
from datetime import datetime, timezone

import sessions
from stage import Stage, PASSWORD

FOREIGN = ("exit", "garage", "yard")


class Client:
    """Asks as an account or with a token."""

    def __init__(self, stage: Stage, cookie: str = "", token: str = "") -> None:
        self.stage = stage
        self.headers = {"Cookie": cookie} if cookie else {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, form: dict | None = None) -> tuple:
        status, _, body = self.stage.ask(path, "", form, **self.headers)
        return status, body.decode(errors="replace")


def account(stage: Stage, name: str = "gina", role: str = "operator") -> Client:
    stage.run("user", "add", name, "--role", role, "--camera", "gate", given=PASSWORD + "\n")
    _, headers, _ = stage.ask("/login", form={"user": name, "password": PASSWORD, "next": "/"})
    return Client(stage, cookie=headers["Set-Cookie"].split(";")[0])


def first(stage: Stage, camera: str) -> tuple:
    """An event and a miss of a camera, as somebody who sees all finds them."""
    event = json.loads(stage.ask(f"/api/plates?limit=1&camera={camera}", "adam")[2])["events"][0]["id"]
    misses = json.loads(stage.ask(f"/api/missed?span=month&kind=all&camera={camera}", "adam")[2])["missed"]
    return event, misses[0]["id"] if misses else None


def objects(event: str, miss: str | None) -> list:
    paths = [f"/plates/{event}", f"/plates/{event}/crop.jpg", f"/plates/{event}/scene.jpg", f"/plates/{event}/crop.jpg?small=1", f"/api/plates/{event}"]
    return paths + ([f"/why/{miss}", f"/why/{miss}/crop.jpg", f"/why/{miss}/crop.jpg?small=1"] if miss else [])


LISTS = ["/live", "/plates", "/plates/export.csv", "/plates/export.ndjson", "/why?span=month&kind=all", "/health", "/api/plates?limit=500",
         "/api/missed?kind=all", "/sessions?state=all", "/api/sessions?state=all", "/sessions/export.ndjson?state=all", "/api/gaps", "/api/stats?from=30+days+ago", "/api/health"]


def others_in(text: str) -> list:
    """Names of the other cameras: they are words, too, and stand by themselves in quotes, tags or cells."""
    return [name for name in FOREIGN if re.search(rf'[>",]{name}[<",]|\b{name} was blind', text)]


def counted(client: Client) -> set:
    """The kinds that somebody is told how much there was of."""
    status, text = client.ask("/api/stats?from=30+days+ago")
    assert status == 200, status
    return {count["what"].split(" ")[0] for count in json.loads(text)["counts"]}


def counts(stage: Stage, client: Client, who: str, role: str) -> None:
    """Of one camera: what was filed under it at the moment when another camera read a plate, or a door opened, is no part of it."""
    users = {user: Client(stage, cookie=stage.cookies[user]) for user in ("vera", "anna", "adam")}
    # On a list or not, a door has something to say of a plate that is new.
    stage.event("gate", "AB12 CDE", datetime.now(timezone.utc))
    deadline = time.monotonic() + 30
    while not {"session", "opening", "match"} <= counted(users["adam"]):
        assert time.monotonic() < deadline, counted(users["adam"])
        time.sleep(0.2)
    assert {"session", "opening", "match"} <= counted(users["anna"]) and {"session", "match"} <= counted(users["vera"])
    assert "opening" not in counted(users["vera"]), "doors are for operators"
    found = counted(client)
    assert "plate" in found and not found & {"session", "opening"}, f"{who}: {found}"
    assert ("match" in found) == (role == "operator"), f"lists are for who sees all cameras, and matches for who sees plates: {who}: {found}"


def scoped(stage: Stage) -> None:
    token = stage.run("token", "add", "barrier", "--role", "operator", "--camera", "gate", "--days", "2").strip()
    clients = {"an account": account(stage), "a token": Client(stage, token=token)}
    others = [first(stage, camera) for camera in FOREIGN]
    ring = stage.run("token", "add", "ring", "--role", "operator", "--camera", "garage", "--camera", "yard", "--days", "2").strip()
    sessions.scoped(stage, [(who, client, False) for who, client in clients.items()] + [("who sees a whole site", Client(stage, token=ring), True)])
    own = first(stage, "gate")
    tell = [path for path in LISTS if others_in(stage.ask(path, "adam")[2].decode())]
    assert len(tell) >= len(LISTS) - 1, f"of others' cameras tell to who sees all: {tell}"
    for who, client in clients.items():
        counts(stage, client, who, "operator")
        for path in LISTS:
            status, text = client.ask(path)
            assert status == 200, f"{path} as {who}: {status}"
            found = others_in(text)
            assert not found, f"{path} as {who} tells of {found}"
            separator = "&" if "?" in path else "?"
            assert client.ask(f"{path}{separator}camera=exit")[0] == 403, f"{path} of another's camera as {who}"
            assert client.ask(f"{path}{separator}camera=gate&camera=exit")[0] == 403, f"{path} of both as {who}"
        # What names no camera is no question of all.
        for path in ("/live?cameras=,", "/live?cameras=%2C%2C", "/api/live?cameras=,&since=0"):
            assert client.ask(path)[0] == 404, f"{path} as {who}"
        for path in objects(*own):
            assert client.ask(path)[0] == 200, f"{path} as {who}"
        for event, miss in others:
            for path in objects(event, miss):
                assert client.ask(path)[0] == 404, f"{path} of another's camera as {who}"
            assert client.ask(f"/plates/{event}/correction", {"plate": "AB12CDE"})[0] in (403, 404)
        assert client.ask("/api/cameras/exit/picture.jpg")[0] == 404
        assert client.ask("/users")[0] == 403
        assert {client.ask(path)[0] for path in ("/lists", "/lists/staff", "/lists/staff/export.csv", "/doors", "/api/doors")} == {403}, "lists and doors are for all cameras"
        assert "<option>staff</option>" not in client.ask("/plates")[1], "names of lists are for all cameras, too"
        assert client.ask("/doors/barrier/open", {})[0] == 403
        assert client.ask("/api/destinations")[0] == 403 and 'id="destinations"' not in client.ask("/health")[1], "destinations get what all cameras log"
        events = json.loads(client.ask("/api/plates?limit=500")[1])["events"]
        noted = json.loads(client.ask("/api/plates?list=staff&limit=500")[1])["matches"]
        assert noted and all(match["note"] is None and match["camera"] == "gate" for match in noted), "what stands on lists is for who sees all cameras"
        assert events and {event["camera"] for event in events} == {"gate"}


def viewers(stage: Stage) -> None:
    """A viewer of one camera sees how that is doing: no plate of any, and nothing of the others. Who has pictures read sees nothing at all."""
    token = stage.run("token", "add", "wall", "--role", "viewer", "--camera", "gate", "--days", "2").strip()
    reader = stage.run("token", "add", "inbox", "--role", "reader", "--days", "2").strip()
    may = {path: stage.ask(path, "vera") for path in LISTS}
    open_paths = [path for path, (status, _, _) in may.items() if status == 200]
    telling = [path for path in open_paths if others_in(may[path][2].decode())]
    assert set(open_paths) == {"/health", "/sessions?state=all", "/api/gaps", "/api/stats?from=30+days+ago", "/api/health"}, open_paths
    assert len(telling) >= 3, f"of others' cameras tell to a viewer of all: {telling}"
    things = [first(stage, camera) for camera in ("gate", *FOREIGN)]
    none = "01J0000000000000000000000A"
    for who, client in (("an account", account(stage, "gus", "viewer")), ("a token", Client(stage, token=token))):
        counts(stage, client, who, "viewer")
        for path in LISTS:
            status, text = client.ask(path)
            assert status == may[path][0], f"{path} as {who}: {status}"
            if path not in open_paths:
                continue
            found = others_in(text)
            assert not found, f"{path} as {who} tells of {found}"
            assert path != "/health" or "gate" in text, f"{path} as {who} tells nothing of its own"
            separator = "&" if "?" in path else "?"
            assert client.ask(f"{path}{separator}camera=exit")[0] == 403, f"{path} of another's camera as {who}"
            assert client.ask(f"{path}{separator}camera=gate&camera=exit")[0] == 403, f"{path} of both as {who}"
        # Its own, another's, and one that there is not are told alike.
        for event, miss in [*things, (none, none)]:
            for path in objects(event, miss):
                assert client.ask(path)[0] == 403, f"{path} as {who}"
        for path in ("/api/cameras/gate/picture.jpg", "/api/cameras/exit/picture.jpg", "/api/live?cameras=gate", "/api/live?cameras=exit", "/lists",
                     "/users", "/cameras", "/cameras/gate", "/api/destinations", "/metrics"):
            assert client.ask(path)[0] == 403, f"{path} as {who}: {client.ask(path)[0]}"
    client = Client(stage, token=reader)
    for path in [*LISTS, *objects(*things[0]), "/lists", "/users", "/cameras", "/metrics", "/api/destinations", "/api/live?cameras=gate"]:
        assert client.ask(path)[0] == 403, f"{path} as a reader: {client.ask(path)[0]}"


def tokens(stage: Stage) -> None:
    """Its text is kept nowhere and stands in no address; it looks and changes nothing; it ends when it is taken away."""
    token = stage.run("token", "add", "board", "--role", "viewer").strip()
    client = Client(stage, token=token)
    assert client.ask("/api/gaps")[0] == 200 and client.ask("/api/plates")[0] == 403
    for wrong in (token[:-1], token.upper(), "0" * 64, ""):
        assert Client(stage, token=wrong).ask("/api/gaps")[0] == 401
    assert stage.ask(f"/api/gaps?token={token}")[0] == 401 and stage.ask(f"/api/gaps?access_token={token}")[0] == 401
    reader = Client(stage, token=stage.run("token", "add", "reader", "--role", "operator").strip())
    event, _ = first(stage, "gate")
    assert reader.ask(f"/api/plates/{event}")[0] == 200
    assert reader.ask(f"/plates/{event}/correction", {"plate": "AB12CDE"})[0] == 403, "a token changes nothing"
    looked = [json.loads(line)["who"] for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]]
    assert any(who.startswith("token:reader from ") for who in looked), looked[-3:]
    kept = [path for path in stage.folder.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]
    assert not kept, kept
    listed = stage.run("token", "list")
    assert "board" in listed and token not in listed
    assert stage.ask("/users", "adam")[2].decode().count("board") == 1
    stage.run("token", "remove", "board")
    assert client.ask("/api/gaps")[0] == 401
