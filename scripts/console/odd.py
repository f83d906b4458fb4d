"""What a stranger types: odd input on each form and in each address, sessions that end meanwhile, and two who change the same."""
import html
import re
import socket
import threading
import urllib.error
import urllib.parse
import urllib.request

from selenium.webdriver.common.keys import Keys

from stage import Stage

HTML = "text/html"
# Address, status, words of the answer.
ADDRESSES = [
    ("/plates?from=never", 422, "it is no time"), ("/plates?to=yesterday&from=now", 422, "is not after from"), ("/plates?q=%3Cb%3E", 422, "stands on no plate"),
    ("/plates?q=" + "A" * 5000, 422, "more than 48"), ("/plates?match=banana&q=A", 422, "must be one of"), ("/plates?list=..%2fx", 422, "no name of a list"),
    ("/plates?camera=moon", 200, "moon (nothing is known of it)"), ("/plates?q=%00", 400, "zero byte"), ("/why?from=never", 422, "it is no time"),
    ("/why?to=2026-02-30", 422, "the calendar has no"), ("/why?because=zzz", 422, "no reason that there is"), ("/why?span=zzz", 422, "day, week or month"),
    ("/why?camera=moon", 200, "moon (nothing is known of it)"), ("/health?camera=moon", 404, "No camera of that name"), ("/sessions?site=moon", 422, "no site moon"),
    ("/sessions?page=-1", 422, "whole number"), ("/doors?door=moon", 404, "no door moon"), ("/lists/moon", 404, "no such list"), ("/live?cameras=moon", 404, "no camera moon"),
    ("/plates/x", 404, "no plate with this identifier"), ("/nowhere", 404, "nothing at this address"),
]
FORMS = [
    ("/lists", {"name": "Ü", "kind": "allow"}, 422, "small letters"), ("/lists", {"name": "new", "kind": "banana"}, 422, "Say what it is for"),
    ("/lists/staff", {"plate": "A3", "from": "2027-01-01", "until": "2026-01-01"}, 422, "Until lies before From"),
    ("/lists/staff", {"plate": "A1", "note": "n" * 16_384}, 413, "too long"), ("/lists/staff", {"plate": "RK482BN", "note": "mine"}, 409, "note grey van"),
    ("/lists/staff/delete", {"name": "stuff"}, 422, "That is not its name"), ("/doors/moon/open", {}, 404, "no such door"),
]
FILES = [
    (b"plate,note\nQQ1,\"open\nQQ2,x\n", 422, "no end"), (b"plate;note\nQQ1;caf\xe9\n", 400, "CSV UTF-8"), ("plate\nQQ1\n".encode("utf-16"), 400, "CSV UTF-8"),
    (b"plate\n", 422, "has no plate"), (b"plate,plate\nQQ1,QQ2\n", 422, "two columns plate"), (b"\xff\xd8\xff\xe0" + bytes(999), 400, "CSV UTF-8"),
]


def text(body: bytes) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", body.decode()))


def asked(stage: Stage) -> None:
    """Each bad input is refused with what is wrong in it; a page that refuses leads on, and what was typed stays."""
    for path, wanted, words in ADDRESSES:
        status, _, body = stage.ask(path, "anna", Accept=HTML)
        assert status == wanted and words in text(body), f"{path[:60]}: {status} {text(body)[-400:]}"
        assert b'aria-label="Pages"' in body, f"{path[:60]}: no way on"
        for name, value in urllib.parse.parse_qsl(path.partition("?")[2]):
            if wanted == 422 and path.startswith(("/plates", "/why")) and name in ("q", "from", "to"):
                assert f'name="{name}" value="{value}"'.replace("<", "&lt;").replace(">", "&gt;").encode() in body, f"{path[:60]}: {name} is lost"
    before = (stage.folder / "lists" / "staff.allow.csv").read_bytes()
    for path, form, wanted, words in FORMS:
        status, _, body = stage.ask(path, "anna", form, Accept=HTML)
        assert status == wanted and words in text(body), f"{path} {str(form)[:60]}: {status} {text(body)[-600:]}"
    for content, wanted, words in FILES:
        status, body = sent(stage, "/lists/staff/import", content)
        assert status == wanted and words in text(body), f"{content[:30]}: {status} {text(body)[-600:]}"
    assert (stage.folder / "lists" / "staff.allow.csv").read_bytes() == before, "nothing of all this is on the list"
    status, _, body = stage.ask("/users", "anna", Accept=HTML)
    assert status == 403 and "takes the role admin" in text(body) and "Forbidden" not in text(body) and b'href="/plates"' in body


def sent(stage: Stage, path: str, content: bytes) -> tuple:
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n' + content + b"\r\n--b--\r\n"
    request = urllib.request.Request(stage.address + path, body, {
        "Cookie": stage.cookies["anna"], "Accept": HTML, "Content-Type": "multipart/form-data; boundary=b"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def session_over(browser) -> None:
    """A session ends while a form is open: what was typed is kept through the login, and sent when its owner says so."""
    browser.go("/lists/staff")
    own = browser.driver.get_cookie("plated_session")
    browser.one("#entry [name=plate]").send_keys("LATE 1")
    browser.one("#entry [name=note]").send_keys("Grüße & <b>")
    browser.driver.add_cookie({**own, "value": "0" * 64})
    browser.follow(browser.one("#entry .primary").click)
    assert "Your session is over" in browser.one("main").text and "LATE1" not in (browser.stage.folder / "lists/staff.allow.csv").read_text()
    browser.log_in("anna", "not the password")
    browser.log_in("anna")
    assert "You are logged in again" in browser.one("h1").text and "Grüße & <b>" in browser.one("main").text, browser.one("main").text
    browser.follow(browser.one("main .primary").click)
    assert "It is on the list" in browser.one(".lists-done").text and "LATE1,Grüße & <b>" in (browser.stage.folder / "lists/staff.allow.csv").read_text()
    browser.follow(browser.one("[data-plate=LATE1] .btn").click)
    browser.follow(browser.one("[form=remove]").click)


def two_tabs(browser) -> None:
    """Of two who change one entry the second is told what the first wrote, with the own text still there."""
    browser.go("/lists/staff?edit=RK482BN")
    browser.one("#entry [name=owner]").send_keys(" Lovelace")
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    try:
        browser.go("/lists/staff?edit=RK482BN")
        browser.one("#entry [name=note]").send_keys(" with a trailer")
        browser.follow(browser.one("#entry .primary").click)
        assert "It is changed" in browser.one(".lists-done").text
    finally:
        browser.driver.close()
        browser.driver.switch_to.window(first)
    browser.follow(browser.one("#entry .primary").click)
    said = browser.one("#entry [role=alert]").text
    assert "Somebody changed the list meanwhile" in said and "grey van with a trailer" in said, said
    assert browser.one("#entry [name=owner]").get_attribute("value") == "Ada Lovelace"
    field = browser.one("#entry [name=note]")
    field.clear()
    field.send_keys("grey van")
    browser.one("#entry [name=owner]").clear()
    browser.one("#entry [name=owner]").send_keys("Ada")
    browser.follow(browser.one("#entry .primary").click)
    assert "It is changed" in browser.one(".lists-done").text


def by_keys(browser) -> None:
    """j, k and Enter go through tables, too."""
    browser.go("/lists")
    browser.one("body").send_keys("j", "j", "k")
    row = browser.one("tr.on").get_attribute("data-list")
    browser.follow(lambda: browser.press(Keys.ENTER))
    assert browser.driver.current_url.endswith(f"/lists/{row}"), browser.driver.current_url
    browser.one("body").send_keys("j")
    assert browser.all("tr.on")
    browser.one("body").send_keys("?")
    assert browser.one("#keys").is_displayed()
    browser.go("/lists")
    browser.one("[name=name]").send_keys("Ü")
    browser.one("input[value=allow] + span").click()
    browser.follow(browser.one("main .primary").click)
    field = browser.driver.switch_to.active_element
    assert browser.one("[name=kind]:checked").get_attribute("value") == "allow", "what was chosen stays"
    assert field.get_attribute("name") == "name" and field.get_attribute("aria-invalid") == "true" and field.get_attribute("value") == "Ü", "one goes on where it was wrong"


def on_a_phone(browser) -> None:
    """Each page's name can be touched, and the clock's zone is seen; a table's row is a card with the columns' names."""
    try:
        browser.size(390, 844)
        for path in ("/plates", "/why", "/health"):
            browser.go(path)
            ways = browser.all(".top nav a")
            assert len(ways) >= 7 and all(0 <= one.rect["x"] and one.rect["x"] + one.rect["width"] <= 390 for one in ways), [one.rect for one in ways]
            assert re.search(r"\d\d:\d\d [+-]\d\d:\d\d", browser.one(".clock").text), "no zone"
        browser.go("/lists")
        cell = browser.one("table.cards td")
        assert browser.driver.execute_script("return getComputedStyle(arguments[0], '::before').content", cell) == '"List"'
        assert all(one.rect["x"] + one.rect["width"] <= 390 for one in browser.all("table.cards td"))
        browser.size(1280, 900)
        for path in ("/plates", "/health"):
            browser.go(path)
            assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 1280
    finally:
        browser.size(1440, 900)


class Proxy:
    """Hands bytes on to the hub, or says for it that nobody is there, as proxies do."""

    def __init__(self, port: int) -> None:
        self.port, self.is_away, self.refused, self.open = port, False, 0, []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client: socket.socket) -> None:
        if self.is_away:
            client.recv(65536)
            self.refused += 1
            client.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return client.close()
        hub = socket.create_connection(("127.0.0.1", self.port))
        self.open += [client, hub]
        threading.Thread(target=self.pump, args=(client, hub), daemon=True).start()
        self.pump(hub, client)

    @staticmethod
    def pump(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        Proxy.cut([source, target])

    @staticmethod
    def cut(sockets: list) -> None:
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def leave(self) -> None:
        self.is_away = True
        self.cut(self.open)

    def end(self) -> None:
        self.cut([self.door, *self.open])
        self.door.close()


def behind_a_proxy(browser) -> None:
    """While the hub starts again a proxy refuses in its place: the page tries again, and goes on."""
    stage = browser.stage
    own = stage.address
    proxy = Proxy(urllib.parse.urlsplit(own).port)
    state = lambda: browser.one("#live").get_attribute("data-state")
    try:
        stage.address = proxy.address
        browser.go("/plates")
        browser.wait(lambda: state() == "live")
        proxy.leave()
        # The stream, and why it was refused.
        browser.wait(lambda: proxy.refused >= 2, 20)
        browser.wait(lambda: "it is tried again" in browser.one("#live").text)
        proxy.is_away = False
        browser.wait(lambda: state() == "live", 20)
    finally:
        stage.address = own
        proxy.end()
        browser.go("/plates")
