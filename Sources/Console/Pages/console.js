// What the pages do besides being read: keys, new rows, zoom, copying. Every page works without it.

const one = (selector, inside = document) => inside.querySelector(selector);
const rows = one("#rows") ?? one("[data-rows]");

// On a phone the entries are a strip, and that of the page may stand beyond its end.
one(".top nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

// The machine's time: its clock goes on, and with it what is told of now

const clock = one(".clock");
const ahead = Number(clock?.dataset.now) - Date.now();

/** Seconds east of Greenwich at a moment. Clocks may be set while the page is open. */
function zoneAt(moment) {
    const { offset, turn, turned } = clock?.dataset ?? {};
    return Number((turn && moment >= Number(turn) ? turned : offset) ?? 0);
}

/** What the machine's clock shows at a moment, as if that were UTC. */
export const shownAt = (moment) => new Date(moment + 1000 * zoneAt(moment)).toISOString();

/** `+05:30` */
function zoneInWords(seconds) {
    const minutes = Math.abs(seconds) / 60;
    const two = (number) => String(Math.floor(number)).padStart(2, "0");
    return `${seconds < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** `9 h 21 min`, `12 s`: the two largest units, as the hub writes them. */
function inWords(milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const parts = [[Math.floor(seconds / 86400), "d"], [Math.floor(seconds / 3600) % 24, "h"], [Math.floor(seconds / 60) % 60, "min"], [seconds % 60, "s"]];
    const used = parts.slice(parts.findIndex(([count]) => count > 0)).slice(0, 2).filter(([count]) => count > 0);
    return used.map(([count, unit]) => `${count} ${unit}`).join(" ") || "less than a second";
}

if (clock) {
    const write = (element, text) => {
        if (element.textContent !== text) element.textContent = text;
    };
    let day = "";
    const tick = () => {
        const now = Date.now() + ahead;
        const shown = shownAt(now);
        write(clock, `${shown.slice(11, 16)} ${zoneInWords(zoneAt(now))}`);
        for (const open of document.querySelectorAll("[data-entered]")) write(open, inWords(now - Number(open.dataset.entered)));
        if (day === shown.slice(0, 10)) return;
        day = shown.slice(0, 10);
        // What is of today is of another day after midnight.
        for (const time of document.querySelectorAll(".latest time")) time.classList.toggle("other-day", one(".day", time)?.textContent !== day);
    };
    tick();
    setInterval(tick, 1000);
}

/** How many cameras cannot see now, beside the way to Health. */
export function tellBlind(count) {
    const badge = one("[data-blind]");
    if (!badge) return;
    badge.hidden = count === "0";
    badge.firstChild.textContent = count;
}

/** Whether a row stands above another: the later one, as in what the hub finds. */
export function isAbove(row, other) {
    const [mine, theirs] = [row, other].map(({ dataset }) => [Number(dataset.time ?? 0), Number(dataset.seq)]);
    return mine[0] === theirs[0] ? mine[1] > theirs[1] : mine[0] > theirs[0];
}

let again = 0;

/**
 * Loads the page again, if it is still wanted then: once nothing stands in it that was typed and not sent, and at most every ten seconds. While
 * the hub takes in old logs a page is behind again as soon as it is there.
 */
export function loadAgain(isWanted) {
    clearTimeout(again);
    if (!isWanted()) return;
    const isTyped = [...document.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);
    const rest = Math.max(10000 - performance.now(), isTyped ? 1000 : 0);
    if (rest > 0) again = setTimeout(loadAgain, rest, isWanted);
    else location.reload();
}

// What came of a form has an address of its own: to load the page again must not send the form again.

const own = one("[data-address]")?.dataset.address;
if (own) history.replaceState(null, "", own);

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
    let isPaused = false;
    // Whether something came that is neither shown nor waits: it is on a page that is loaded again.
    let isBehind = false;
    let waiting = [];
    let stream = null;

    const say = (name, text) => {
        state.dataset.state = name;
        state.textContent = text;
    };
    const tell = () => {
        if (isPaused) say("paused", isBehind ? "paused: many new" : waiting.length ? `paused: ${waiting.length} new` : "paused");
        else if (isBehind) say("lost", "some are missing: load the page again");
        else say("live", "live");
    };
    const renew = () => loadAgain(() => isBehind && !isPaused && !document.hidden);
    const fallBehind = () => {
        isBehind = true;
        waiting = [];
        tell();
        renew();
    };
    const name = (row) => (row.dataset.session ? "session" : "seq");
    const known = (row) => one(`[data-${name(row)}="${CSS.escape(row.dataset[name(row)])}"]`, rows);
    /** How full a site is: its number, its meter, and whether it is full. */
    const fill = (count, occupancy) => {
        count.textContent = occupancy;
        const card = count.closest("li");
        const [meter, full] = [one("meter", card), one(".tag", card)];
        if (meter) meter.value = Number(occupancy);
        if (meter && full) full.hidden = Number(occupancy) < meter.max;
    };
    // A row comes again where a list has something of it: that is known a moment after the plate is.
    const show = (row) => {
        const old = known(row);
        const count = row.dataset.site && one(`[data-occupancy-of="${CSS.escape(row.dataset.site)}"]`);
        if (count) fill(count, row.dataset.occupancy);
        if (row.hidden) return old?.remove();
        if (old) {
            row.classList.remove("new");
            row.classList.toggle("on", old.classList.contains("on"));
            return old.replaceWith(row);
        }
        // What is older than all that is shown is on a later page.
        const next = [...rows.children].find((other) => isAbove(row, other));
        if (!next && one("[rel=next]")) return;
        const place = next ? [...rows.children].indexOf(next) : rows.children.length;
        rows.insertBefore(row, next ?? null);
        if (chosen >= place) chosen += 1;
        while (rows.children.length > most) rows.lastElementChild.remove();
        one(".empty")?.remove();
    };
    // A browser gives up on any answer that is no stream, and does not tell which it was.
    const lost = async () => {
        say("lost", "no answer: it is tried again");
        if (stream.readyState !== EventSource.CLOSED) return;
        const address = stream.url;
        stream = null;
        const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
        if (stream) return;
        if (answer?.redirected || [401, 403].includes(answer?.status)) return say("lost", "ended: load the page again");
        setTimeout(open, 3000);
    };
    const open = () => {
        renew();
        if (stream || document.hidden) return;
        const address = new URL(rows.dataset.live, location);
        address.searchParams.set("since", rows.dataset.newest);
        stream = new EventSource(address);
        stream.onopen = tell;
        stream.onerror = lost;
        stream.addEventListener("blind", (message) => tellBlind(message.data));
        // Others' records move it, too, or whoever sees one camera alone would fall behind by what other cameras see.
        stream.addEventListener("at", (message) => (rows.dataset.newest = message.data));
        stream.addEventListener("behind", fallBehind);
        stream.onmessage = (message) => {
            rows.dataset.newest = message.lastEventId;
            const row = new DOMParser().parseFromString(message.data, "text/html").body.firstElementChild;
            row.classList.add("new");
            if (!isPaused || known(row)) return show(row);
            if (isBehind) return;
            waiting = [...waiting.filter((other) => other.dataset[name(row)] !== row.dataset[name(row)]), row];
            if (waiting.length > most) fallBehind();
            else tell();
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
        tell();
        renew();
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
