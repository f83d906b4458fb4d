// What the pages do besides being read: keys, new rows, zoom, copying. Every page works without it.

const one = (selector, inside = document) => inside.querySelector(selector);
const rows = one("#rows") ?? one("[data-rows]");

// On a phone the entries are a strip, and that of the page may stand beyond its end.
one(".top nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

// Keys

let chosen = -1;

function choose(place) {
    const all = rows ? [...rows.children] : [];
    if (all.length === 0) return;
    chosen = Math.max(0, Math.min(all.length - 1, place));
    all.forEach((row, index) => row.classList.toggle("on", index === chosen));
    (one(".text", all[chosen]) ?? one("a", all[chosen]))?.focus({ preventScroll: true });
    all[chosen].scrollIntoView({ block: "nearest" });
}

function chosenPlate() {
    if (rows && chosen >= 0) return rows.children[chosen].dataset.plate;
    return one("#event")?.dataset.plate;
}

async function copy() {
    const plate = chosenPlate();
    if (!plate) return;
    try {
        await navigator.clipboard.writeText(plate);
    } catch {
        // There is no clipboard on a page without TLS: the text is chosen, and Ctrl-C takes it.
        const text = rows && chosen >= 0 ? one(".plate", rows.children[chosen]) : one("#event .plate");
        getSelection().selectAllChildren(text);
    }
}

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.matches("input:not([type=radio]), select, textarea");
    if (event.key === "Escape" && isTyping) return event.target.blur();
    if (isTyping || one("dialog[open]")) return;
    const act = {
        j: () => choose(chosen + 1),
        k: () => choose(chosen - 1),
        c: copy,
        p: () => one("#pause")?.click(),
        "/": () => one("[data-key='/']")?.focus(),
        "?": () => one("#keys").showModal(),
        Enter: () => {
            const path = rows && chosen >= 0 && !event.target.closest("a, button") && rows.children[chosen].dataset.path;
            if (path) location.assign(path);
        },
    }[event.key];
    if (!act) return;
    if (event.key !== "Enter") event.preventDefault();
    act();
});

const copyButton = one("#copy");
if (copyButton) {
    copyButton.hidden = false;
    copyButton.addEventListener("click", copy);
}

// What is wrong in a form that came back: the first such field is where one goes on.

const wrong = [...document.querySelectorAll("main .wrong[id]:not(:empty)")].map((text) => one(`[aria-describedby~="${text.id}"]`)).filter((field) => field);
wrong.forEach((field) => field.setAttribute("aria-invalid", "true"));
if (!one("#camera")) wrong[0]?.focus();

// New rows: one stream, while the page is looked at

if (rows?.dataset.live) {
    const state = one("#live");
    const pause = one("#pause");
    const most = 500;
    let newest = rows.dataset.newest;
    let isPaused = false;
    let waiting = [];
    let stream = null;

    const say = (name, text) => {
        state.dataset.state = name;
        state.textContent = text;
    };
    const name = (row) => (row.dataset.session ? "session" : "seq");
    const known = (row) => one(`[data-${name(row)}="${CSS.escape(row.dataset[name(row)])}"]`, rows);
    // A row comes again where a list has something of it: that is known a moment after the plate is.
    const show = (row) => {
        const old = known(row);
        const count = row.dataset.site && one(`[data-occupancy-of="${CSS.escape(row.dataset.site)}"]`);
        if (count) count.textContent = row.dataset.occupancy;
        if (row.hidden) return old?.remove();
        if (old) {
            row.classList.remove("new");
            row.classList.toggle("on", old.classList.contains("on"));
            return old.replaceWith(row);
        }
        // What is older than all that is shown is on a later page.
        const next = [...rows.children].find((other) => Number(other.dataset.seq) < Number(row.dataset.seq));
        if (!next && rows.children.length > 0) return;
        const place = next ? [...rows.children].indexOf(next) : 0;
        rows.insertBefore(row, next ?? null);
        if (chosen >= place) chosen += 1;
        while (rows.children.length > most) rows.lastElementChild.remove();
        one(".empty")?.remove();
    };
    const open = () => {
        if (stream || document.hidden) return;
        const address = new URL(rows.dataset.live, location);
        address.searchParams.set("since", newest);
        stream = new EventSource(address);
        stream.onopen = () => say(isPaused ? "paused" : "live", isPaused ? "paused" : "live");
        // A browser that gives up got another answer than new rows: it was led to the login.
        stream.onerror = () => say("lost", stream?.readyState === EventSource.CLOSED ? "ended: load the page again" : "no answer: it is tried again");
        stream.onmessage = (message) => {
            newest = message.lastEventId;
            const row = new DOMParser().parseFromString(message.data, "text/html").body.firstElementChild;
            row.classList.add("new");
            if (!isPaused || known(row)) return show(row);
            waiting = [...waiting.filter((other) => other.dataset[name(row)] !== row.dataset[name(row)]), row];
            say("paused", `paused: ${waiting.length} new`);
        };
    };
    const close = () => {
        stream?.close();
        stream = null;
    };

    state.hidden = pause.hidden = false;
    say("lost", "connecting");
    pause.addEventListener("click", () => {
        isPaused = !isPaused;
        pause.firstChild.textContent = isPaused ? "Go on " : "Pause ";
        if (!isPaused) {
            waiting.forEach(show);
            waiting = [];
        }
        say(isPaused ? "paused" : "live", isPaused ? "paused" : "live");
    });
    // A hidden tab must not hold one of the few connections that a browser has for a server.
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
    addEventListener("pagehide", close);
    addEventListener("pageshow", open);
    open();
}

// A picture that lies at a site comes late, or not at all: why not, the answer says

for (const picture of document.querySelectorAll("figure[data-site] img")) {
    const figure = picture.closest("figure");
    const tell = async () => {
        const answer = await fetch(picture.src).catch(() => null);
        const problem = answer && !answer.ok && (await answer.json().catch(() => null));
        // The site may have come back meanwhile.
        const text = answer?.ok ? "there now: load the page again" : problem?.detail ?? "It did not come: load the page again.";
        one(".state", figure).textContent = text;
        one(".zoom", figure).hidden = true;
    };
    const came = () => (one(".state", figure).textContent = `from the site ${figure.dataset.site}: it has the hash that the log tells`);
    if (picture.complete) picture.naturalWidth ? came() : tell();
    else {
        picture.addEventListener("load", came);
        picture.addEventListener("error", tell);
    }
}

// Zoom

for (const frame of document.querySelectorAll("[data-zoom]")) {
    const sheet = one(".sheet", frame);
    let scale = 1;
    const zoom = (factor, x, y) => {
        const next = Math.max(1, Math.min(8, scale * factor));
        const [left, top] = [(frame.scrollLeft + x) / scale, (frame.scrollTop + y) / scale];
        scale = next;
        sheet.style.width = `${scale * 100}%`;
        frame.scrollTo(left * scale - x, top * scale - y);
    };
    frame.addEventListener("wheel", (event) => {
        event.preventDefault();
        const box = frame.getBoundingClientRect();
        zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX - box.x, event.clientY - box.y);
    }, { passive: false });
    frame.addEventListener("keydown", (event) => {
        const factor = { "+": 1.5, "-": 1 / 1.5 }[event.key];
        if (factor) zoom(factor, frame.clientWidth / 2, frame.clientHeight / 2);
    });
}
