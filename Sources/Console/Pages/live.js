// What the cameras see now. One answer feeds the whole page: pictures with what was found in them, states, new plates, gaps.
// A picture and its boxes come in one part and are drawn in one turn, so that no box is ever on another picture than its own.

import { isAbove, loadAgain, shownAt, tellBlind } from "/console.js";

const one = (selector, inside = document) => inside.querySelector(selector);
const wall = one("#wall");
const rows = one("#rows");
const found = one("#found");

// Parts

/** Calls `take(kind, head, body)` for each part of the answer, until it ends. */
async function parts(stream, take) {
    const reader = stream.getReader();
    const text = new TextDecoder();
    let held = new Uint8Array(1 << 18);
    let [begin, end] = [0, 0];
    const blank = () => {
        for (let at = begin; at + 3 < end; at++) {
            if (held[at] === 13 && held[at + 1] === 10 && held[at + 2] === 13 && held[at + 3] === 10) return at;
        }
        return -1;
    };
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        if (end + value.length > held.length) {
            const rest = held.subarray(begin, end);
            const room = rest.length + value.length > held.length ? new Uint8Array(2 * (rest.length + value.length)) : held;
            room.set(rest);
            [held, begin, end] = [room, 0, rest.length];
        }
        held.set(value, end);
        end += value.length;
        for (;;) {
            const at = blank();
            if (at < 0) break;
            const head = new Map(text.decode(held.subarray(begin, at)).split("\r\n").slice(1).map((line) => {
                const colon = line.indexOf(":");
                return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
            }));
            const length = Number(head.get("content-length"));
            if (end < at + 4 + length + 2) break;
            take(head.get("x-plated-part"), head.get("x-plated-frame"), held.slice(at + 4, at + 4 + length));
            begin = at + 4 + length + 2;
        }
    }
}

// One camera

/** An element of the drawing; texts have their size in the frame's pixels. */
const shape = (name, { size, ...attributes }, ...inside) => {
    const element = document.createElementNS(one("svg", wall).namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (size) element.style.fontSize = `${size}px`;
    element.append(...inside);
    return element;
};

const percent = (share) => `${Math.round(share * 100)} %`;
const words = (reason) => (reason === "cooldown" ? "reported before" : (reason ?? "").replaceAll("_", " "));
const isRepeat = (box) => box.state === "rejected" && box.reason === "cooldown";

const area = ({ box: [, , width, height] }) => width * height;

/** Whether two boxes are of one thing: of one track, or at one place. */
function isSame(one, other) {
    if (one.track !== null || other.track !== null) return one.track === other.track;
    const [[x, y, width, height], [left, top, wide, high]] = [one.box, other.box];
    return Math.abs(x + width / 2 - left - wide / 2) < wide / 2 && Math.abs(y + height / 2 - top - high / 2) < high / 2;
}

/** What stands at a box. */
function label(box) {
    const share = box.votes[0] ? percent(box.votes[0].share) : "";
    const text = box.plate ?? "";
    return {
        tracked: `${text} ${box.reads} of ${box.reads_needed}`,
        waiting: `${text} waits for its direction`,
        accepted: `${text} ✓ ${share}`,
        rejected: box.track === null ? words(box.reason) : `${text} ${isRepeat(box) ? "✓" : "✕"} ${words(box.reason)}`,
    }[box.state]?.trim() ?? text;
}

/** The same and more, for a box that was touched. */
function whole(box) {
    const text = box.track === null ? `${box.plate ?? "no text"} ✕ ${words(box.reason)}` : label(box);
    const others = box.votes.slice(1, 3).filter((vote) => vote.plate).map((vote) => `${vote.plate} ${percent(vote.share)}`);
    return [text || "no text", ...others].join(" · ");
}

class Camera {
    constructor(figure) {
        this.figure = figure;
        this.view = one(".view", figure);
        this.canvas = one("canvas", figure);
        this.context = this.canvas.getContext("2d", { alpha: false });
        this.svg = one("svg", figure);
        this.over = one(".over", figure);
        this.state = one(".live-state", figure);
        this.shown = 0;
        this.times = [];
        this.gap = null;
        this.said = { state: "lost", text: "connecting" };
        this.next = null;
        this.isDrawing = false;
        this.areas = "";
        this.boxes = [];
        this.scale = 1;
        this.touched = null;
        this.told = one(".touched", figure);
        this.view.addEventListener("click", (event) => this.touch(this.boxAt(event)));
        this.view.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (step) this.touch(this.boxBeside(step));
            else if (event.key === "Escape") this.touch(null);
            else return;
            event.preventDefault();
        });
    }

    /** Keeps the newest alone while one is being decoded. */
    async take(head, jpeg) {
        this.next = { head, jpeg };
        if (this.isDrawing) return;
        this.isDrawing = true;
        try {
            while (this.next) {
                const { head, jpeg } = this.next;
                this.next = null;
                const bitmap = jpeg.length ? await createImageBitmap(new Blob([jpeg], { type: "image/jpeg" })) : null;
                this.draw(head, bitmap);
            }
        } catch {
            // A picture that is none is passed over.
        } finally {
            this.isDrawing = false;
        }
    }

    /** Picture and boxes in one turn of the event loop, so that they are painted together. */
    draw(head, bitmap) {
        const [width, height] = head.size;
        if (bitmap && (this.canvas.width !== bitmap.width || this.canvas.height !== bitmap.height)) {
            [this.canvas.width, this.canvas.height] = [bitmap.width, bitmap.height];
        }
        this.view.style.aspectRatio = `${width} / ${height}`;
        if (bitmap) this.context.drawImage(bitmap, 0, 0);
        // What was shown before it kept its pictures to itself must not stay.
        else this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        bitmap?.close();
        this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        const scale = Math.max(width / (this.view.clientWidth || width), height / (this.view.clientHeight || height));
        this.drawAreas(head, scale);
        this.drawBoxes(head, scale, width);
        const stamp = one(".stamp", this.figure);
        stamp.hidden = false;
        // As the clock of the machine shows it, like all times of the console.
        stamp.textContent = shownAt(Date.parse(head.ts)).slice(11, 21);
        this.shown += 1;
        this.times = [...this.times.filter((time) => time > performance.now() - 5000), performance.now()];
        this.said = head.hides_plates
            ? { state: "live", text: "reading", over: "Pictures and texts are kept back (privacy: pseudonym)." }
            : { state: "live", text: "reading" };
        this.tell();
        Object.assign(this.figure.dataset, { pictures: this.shown, seq: head.seq, boxes: JSON.stringify(head.boxes) });
        if (found) show(head);
    }

    drawAreas(head, scale) {
        const areas = JSON.stringify([head.roi, head.lanes, Math.round(scale * 20)]);
        if (areas === this.areas) return;
        this.areas = areas;
        const points = (corners) => corners.map((corner) => corner.join(",")).join(" ");
        const size = 11 * scale;
        one(".areas", this.svg).replaceChildren(
            ...(head.roi ? [shape("polygon", { class: "roi", points: points(head.roi) })] : []),
            ...head.lanes.flatMap((lane) => [
                shape("polygon", { class: "lane-area", points: points(lane.area) }),
                shape("text", {
                    class: "area-name", size, x: Math.min(...lane.area.map(([x]) => x)) + 6 * scale,
                    y: Math.max(...lane.area.map(([, y]) => y)) - 6 * scale,
                }, lane.name),
            ]),
        );
    }

    drawBoxes({ boxes, hides_plates: hides }, scale, frameWidth) {
        [this.boxes, this.scale] = [boxes, scale];
        const again = this.touched && boxes.find((box) => isSame(box, this.touched));
        // A text of before must not stay where texts are kept back now.
        if (again || hides) this.touched = again ?? null;
        one(".boxes", this.svg).replaceChildren(...boxes.map((box) => this.box(box, scale, frameWidth)));
        this.tellTouched(Boolean(again));
    }

    /** The box under a finger or a mouse, or the nearest within a finger's width; null where there is none. */
    boxAt(event) {
        const matrix = this.svg.getScreenCTM();
        if (!matrix) return null;
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        const away = ({ box: [x, y, width, height] }) =>
            Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
        const near = this.boxes.filter((box) => away(box) <= 22 * this.scale);
        return near.sort((first, second) => away(first) - away(second) || area(first) - area(second))[0] ?? null;
    }

    /** The next one from the left, or from the right. */
    boxBeside(step) {
        const inOrder = this.boxes.toSorted((first, second) => first.box[0] - second.box[0] || first.box[1] - second.box[1]);
        const here = this.touched ? inOrder.findIndex((box) => isSame(box, this.touched)) : -1;
        if (here < 0) return inOrder.at(step > 0 ? 0 : -1) ?? null;
        return inOrder[Math.max(0, Math.min(inOrder.length - 1, here + step))];
    }

    touch(box) {
        this.touched = box;
        for (const [place, group] of [...one(".boxes", this.svg).children].entries()) {
            group.classList.toggle("chosen", Boolean(box) && isSame(this.boxes[place], box));
        }
        this.tellTouched(true);
    }

    /** Below the picture: the text of the box that was touched, for as long as nothing else is. */
    tellTouched(isThere) {
        this.told.hidden = !this.touched;
        if (!this.touched) return this.told.replaceChildren();
        const text = whole(this.touched) + (isThere ? "" : " · no longer in the picture");
        if (this.told.textContent !== text) this.told.textContent = text;
    }

    box(box, scale, frameWidth) {
        const [x, y, width, height] = box.box;
        const isNoise = box.track === null;
        const isChosen = Boolean(this.touched) && isSame(box, this.touched);
        const kinds = `${isNoise ? " noise" : ""}${isRepeat(box) ? " repeat" : ""}${isChosen ? " chosen" : ""}`;
        const group = shape("g", { class: `box ${box.state}${kinds}` },
            shape("rect", { class: "under", x, y, width, height }), shape("rect", { class: "edge", x, y, width, height }));
        // On a wall of cameras, places that no track follows have no words.
        if (isNoise && !found) return group;
        const text = label(box);
        const size = 12 * scale;
        const [wide, high] = [text.length * size * 0.61 + 8 * scale, size + 6 * scale];
        const left = Math.max(0, Math.min(x, frameWidth - wide));
        const top = y - high - 3 * scale < 0 ? y + height + 3 * scale : y - high - 3 * scale;
        group.append(
            shape("rect", { class: "plaque", x: left, y: top, width: wide, height: high, rx: 2 * scale }),
            shape("text", { class: "label", x: left + 4 * scale, y: top + high - 5 * scale, size }, text));
        return group;
    }

    /** The line below the picture, and what lies over it where there is something to say. */
    tell() {
        const { state, text, over } = this.gap
            ? { state: "lost", text: `◆ blind: ${this.gap.cause}`, over: `◆ blind · ${this.gap.cause} since ${this.gap.since}` }
            : this.said;
        this.figure.classList.toggle("blind-now", Boolean(this.gap));
        this.state.dataset.state = state;
        if (this.state.textContent !== text) this.state.textContent = text;
        this.over.hidden = !over;
        this.over.textContent = over ?? "";
        const [first, last] = [this.times[0], this.times.at(-1)];
        const rate = last > first ? (1000 * (this.times.length - 1)) / (last - first) : 0;
        one(".rate", this.figure).textContent = this.said.state === "live" && rate ? `${rate.toFixed(1)} pictures/s` : "";
    }

    say(state, text, over) {
        this.said = { state, text, over };
        this.times = [];
        this.tell();
    }

    /** No picture comes any more: what is shown is no longer what is seen. */
    clear() {
        this.boxes = [];
        one(".boxes", this.svg).replaceChildren();
        this.tellTouched(false);
        one(".stamp", this.figure).hidden = true;
    }
}

// What is in the one picture of a large view

function show(head) {
    const list = one("ul", found);
    one(".none", found).hidden = head.boxes.length > 0;
    list.replaceChildren(...head.boxes.map((box) => {
        const item = document.createElement("li");
        const add = (inside, name, text, className) => {
            const element = document.createElement(name);
            element.textContent = text;
            if (className) element.className = className;
            inside.append(element);
            return element;
        };
        add(item, "span", box.plate ?? "no text", box.plate ? "plate" : "muted");
        const kinds = { accepted: "good", rejected: "", tracked: "blue", waiting: "blue" };
        const states = {
            accepted: "✓ accepted", rejected: `${isRepeat(box) ? "✓" : "✕"} ${words(box.reason)}`, waiting: "waits for its direction",
            tracked: `${box.reads} of ${box.reads_needed} frames`,
        };
        add(item, "span", states[box.state] ?? box.state, `tag ${kinds[box.state] ?? ""}`);
        for (const vote of box.votes.slice(0, 3)) {
            const line = add(item, "span", "", "vote");
            add(line, "span", vote.plate ?? "text kept back", "muted");
            const meter = add(line, "meter", "");
            meter.value = vote.share;
            meter.setAttribute("aria-label", `share of ${vote.plate ?? "this text"}`);
            add(line, "span", percent(vote.share), "right");
        }
        return item;
    }));
}

// The page

if (wall && rows) {
    const cameras = new Map([...wall.children].filter((one) => one.dataset.camera).map((figure) => [figure.dataset.camera, new Camera(figure)]));
    const state = one("#live");
    const pause = one("#pause");
    const trouble = one("#trouble");
    const most = 60;
    // The hub says something every six seconds.
    const patience = 15000;
    let newest = wall.dataset.newest;
    let isPaused = false;
    // Whether there are plates between those that are shown and those that come.
    let isBehind = false;
    let running = null;

    const say = (name, text) => {
        state.dataset.state = name;
        state.textContent = text;
    };
    const tellBehind = () => say("lost", "some are missing: load the page again");
    const body = (bytes) => new DOMParser().parseFromString(new TextDecoder().decode(bytes), "text/html").body.firstElementChild;
    const width = () => {
        const widest = Math.max(...[...cameras.values()].map((camera) => camera.view.clientWidth));
        return [320, 640, 960, 1280, 1920].find((one) => one >= Math.min(1, devicePixelRatio) * widest) ?? 1920;
    };

    const take = {
        picture: (head, bytes) => {
            const frame = JSON.parse(head);
            cameras.get(frame.camera)?.take(frame, bytes);
        },
        camera: (_, bytes) => {
            const told = JSON.parse(new TextDecoder().decode(bytes));
            const camera = cameras.get(told.camera);
            const isAway = told.state === "away";
            camera?.say("lost", isAway ? "no scanner" : "no picture", told.text);
            camera?.clear();
        },
        row: (_, bytes) => {
            const row = body(bytes);
            newest = String(Math.max(Number(newest), Number(row.dataset.seq)));
            const old = one(`[data-seq="${CSS.escape(row.dataset.seq)}"]`, rows);
            // It comes again where a list has something of it.
            if (old) return old.replaceWith(row);
            const next = [...rows.children].find((other) => isAbove(row, other));
            if (!next && rows.children.length > 0) return;
            row.classList.add("new");
            rows.insertBefore(row, next ?? null);
            while (rows.children.length > most) rows.lastElementChild.remove();
            one(".empty")?.remove();
            const name = one(".camera", row).textContent;
            const last = [...rows.children].find((other) => one(".camera", other).textContent === name);
            const figure = cameras.get(name)?.figure;
            if (!figure || last !== row) return;
            const time = one("time", row);
            const text = time.textContent.trim();
            one(".last", figure).textContent = `last plate ${time.matches(".other-day") ? text.slice(0, 16) : text.slice(11, 19)}`;
        },
        banner: (_, bytes) => {
            const isOpen = one("#banner .gap-many")?.open;
            one("#banner").replaceWith(body(bytes));
            const many = one("#banner .gap-many");
            if (many && isOpen) many.open = true;
            gaps();
        },
        blind: (_, bytes) => tellBlind(new TextDecoder().decode(bytes)),
        // There is a camera that the page has no place for.
        more: () => location.reload(),
        behind: () => {
            isBehind = true;
            tellBehind();
            renew();
        },
        // Where one goes on after a break, though nothing of it is shown.
        beat: (_, bytes) => (newest = new TextDecoder().decode(bytes)),
    };
    const renew = () => loadAgain(() => isBehind && !isPaused && !document.hidden);
    const gaps = () => {
        for (const [name, camera] of cameras) {
            camera.gap = one(`#banner [data-camera="${CSS.escape(name)}"]`)?.dataset ?? null;
            camera.tell();
        }
    };

    /** Follows the stream until it is let go, and tries again where it breaks. */
    const follow = async (mine) => {
        for (let attempt = 0; !mine.signal.aborted; attempt++) {
            const attemptOver = new AbortController();
            const give = () => attemptOver.abort();
            mine.signal.addEventListener("abort", give);
            let silence = setTimeout(give, patience);
            try {
                const address = `${wall.dataset.stream}&width=${width()}&since=${newest}`;
                const answer = await fetch(address, { signal: attemptOver.signal });
                if (answer.status === 401 || answer.status === 403) {
                    trouble.textContent = "Your session is over: load the page again, and log in.";
                    trouble.hidden = false;
                    for (const camera of cameras.values()) camera.say("lost", "not shown");
                    return say("lost", "ended");
                }
                if (!answer.ok) throw new Error(answer.statusText);
                if (isBehind) tellBehind();
                else say("live", cameras.size === 0 ? "waiting for the first camera" : "live");
                trouble.hidden = true;
                attempt = 0;
                await parts(answer.body, (kind, head, bytes) => {
                    clearTimeout(silence);
                    silence = setTimeout(give, patience);
                    if (!mine.signal.aborted) take[kind]?.(head, bytes);
                });
            } catch {
                // Told below.
            }
            // Else the hub goes on with an answer that nobody reads.
            give();
            clearTimeout(silence);
            mine.signal.removeEventListener("abort", give);
            if (mine.signal.aborted) return;
            say("lost", "no answer: it is tried again");
            trouble.textContent = "The hub does not answer. What is shown is old; it is tried again.";
            trouble.hidden = attempt === 0;
            for (const camera of cameras.values()) camera.say("lost", "no answer");
            await new Promise((resolve) => setTimeout(resolve, Math.min(5000, 500 * 2 ** attempt)));
        }
    };
    const open = () => {
        renew();
        if (running || isPaused || document.hidden || !wall.dataset.stream) return;
        running = new AbortController();
        follow(running);
    };
    const close = () => {
        running?.abort();
        running = null;
    };

    // Where no camera is called as one looks for, nothing comes.
    state.hidden = pause.hidden = !wall.dataset.stream;
    say("lost", "connecting");
    gaps();
    pause.addEventListener("click", () => {
        isPaused = !isPaused;
        pause.firstChild.textContent = isPaused ? "Go on " : "Pause ";
        pause.setAttribute("aria-pressed", isPaused);
        if (isPaused) {
            close();
            say("paused", "paused");
            for (const camera of cameras.values()) camera.say("paused", "paused");
        } else {
            open();
        }
    });
    // A hidden tab must not hold one of the few connections that a browser has for a server, nor have pictures encoded for nobody.
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
    addEventListener("pagehide", close);
    addEventListener("pageshow", open);
    open();
}
