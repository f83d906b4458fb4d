// Setting up a camera: drawing region and lanes, checking as it is typed, and what a look or a try brings meanwhile. The form holds all
// that is drawn, as text: without this script it is typed there.

const one = (selector, inside = document) => inside.querySelector(selector);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const form = one("#camera");
const drawing = new DOMParser().parseFromString("<svg></svg>", "text/html").body.firstElementChild.namespaceURI;
const fresh = (tag, attributes = {}, text) => {
    const element = tag.startsWith("svg:")
        ? document.createElementNS(drawing, tag.slice(4))
        : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
};

// Why somebody looks, where the page has asked that: it goes with all that is asked for here.
const reason = one("[name=reason]", form)?.value;
const withReason = (path, fields = {}) => {
    const text = new URLSearchParams(reason ? { ...fields, reason } : fields).toString();
    return text ? `${path}?${text}` : path;
};

// Areas: the text of a field is the truth, and everything else is drawn from it

const round = (value) => Math.round(Math.max(0, Math.min(1, value)) * 1000) / 1000;
const read = (field) => {
    const corners = field.value.split(",").map((pair) => pair.trim().split(/\s+/).map(Number));
    const isArea = corners.length >= 3 && corners.every((corner) => corner.length === 2 && corner.every((one) => one >= 0 && one <= 1));
    return isArea ? corners : [];
};
const text = (corners) => corners.map(([x, y]) => `${round(x)} ${round(y)}`).join(", ");
const rectangle = (a, b) => {
    const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
    return [[left, top], [right, top], [right, bottom], [left, bottom]];
};

const fields = () => all("[data-area]:not([disabled])", form);
const nameOf = (field) => {
    const lane = field.closest("[data-lane]");
    return lane ? one("[name$=_name]", lane).value || `lane ${lane.dataset.lane}` : "region";
};
let target = one("#roi:not([disabled])") ?? fields()[0];
const past = [];

function write(field, corners, isOneStep = true) {
    if (isOneStep) remember(field);
    field.value = text(corners);
    changed();
}

function remember(field) {
    past.push([field, field.value]);
    if (past.length > 100) past.shift();
    one("#undo").disabled = false;
}

function undo() {
    const step = past.pop();
    one("#undo").disabled = past.length === 0;
    if (!step) return;
    [target, step[0].value] = step;
    changed();
}

function changed() {
    draw();
    check();
}

// The drawing

const svg = fresh("svg:svg", { id: "drawing", tabindex: "-1" });
const layer = fresh("svg:g");
svg.append(layer);
let size = [0, 0];
let handle = null;

function place() {
    const view = one("#view");
    if (!view || !view.naturalWidth) return;
    if (svg.parentElement !== view.parentElement) {
        one("#still")?.remove();
        view.after(svg);
    }
    if (size[0] !== view.naturalWidth || size[1] !== view.naturalHeight) {
        size = [view.naturalWidth, view.naturalHeight];
        svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    }
    for (const selector of ["#tools", "#drawing-help", "#corners"]) one(selector).hidden = false;
    draw();
}

const inPixels = ([x, y]) => [x * size[0], y * size[1]];
const points = (corners) => corners.map((corner) => inPixels(corner).map((one) => one.toFixed(1)).join(",")).join(" ");

function draw() {
    drawTargets();
    if (size[0] === 0) return;
    const isFocused = svg.contains(document.activeElement) ? document.activeElement.dataset.corner ?? "area" : null;
    const shapes = [];
    for (const field of fields()) {
        const corners = read(field);
        if (corners.length === 0) continue;
        const isTarget = field === target;
        shapes.push(fresh("svg:polygon", { class: "under", points: points(corners) }));
        const shape = fresh("svg:polygon", { class: isTarget ? "area on" : "area", points: points(corners) });
        if (isTarget) {
            shape.setAttribute("tabindex", "0");
            shape.setAttribute("role", "button");
            shape.setAttribute("aria-label", `${nameOf(field)}: arrows move it, Shift with arrows sizes it`);
            shape.dataset.whole = "1";
        }
        shapes.push(shape);
        if (field.closest("[data-lane]")) {
            const [x, y] = inPixels(corners[0]);
            shapes.push(fresh("svg:text", { x: x + size[0] / 90, y: y + size[0] / 40, "font-size": size[0] / 48 }, nameOf(field)));
        }
    }
    const corners = target ? read(target) : [];
    const radius = (Math.max(7, Math.min(11, svg.clientWidth / 60)) * size[0]) / Math.max(1, svg.clientWidth);
    corners.forEach((corner, index) => {
        const next = corners[(index + 1) % corners.length];
        const [x, y] = inPixels([(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]);
        const middle = fresh("svg:g", { class: "middle" });
        middle.dataset.after = index;
        middle.append(
            fresh("svg:circle", { cx: x, cy: y, r: radius * 0.8 }),
            fresh("svg:path", { d: `M${x - radius * 0.4} ${y}h${radius * 0.8}M${x} ${y - radius * 0.4}v${radius * 0.8}` }));
        shapes.push(middle);
    });
    corners.forEach((corner, index) => {
        const [x, y] = inPixels(corner);
        const percent = corner.map((one) => `${Math.round(one * 100)} %`).join(", ");
        const circle = fresh("svg:circle", {
            class: "corner", cx: x, cy: y, r: radius, tabindex: "0", role: "button",
            "aria-label": `corner ${index + 1} of ${corners.length} of ${nameOf(target)}: ${percent}`,
        });
        circle.dataset.corner = index;
        shapes.push(circle);
    });
    layer.replaceChildren(...shapes);
    svg.dataset.corners = corners.length;
    if (isFocused !== null) one(isFocused === "area" ? "[data-whole]" : `[data-corner="${isFocused}"]`, svg)?.focus({ preventScroll: true });
    drawCorners(corners);
}

/// Number fields beside the drawing, in hundredths of the picture.
function drawCorners(corners) {
    const list = one("#corners");
    if (list.children.length !== corners.length || list.dataset.of !== (target?.id ?? "")) {
        list.dataset.of = target?.id ?? "";
        list.replaceChildren(...corners.map((_, index) => {
            const row = fresh("span");
            row.append(fresh("b", {}, `${index + 1}`));
            for (const [axis, word] of [[0, "from the left"], [1, "from the top"]]) {
                const input = fresh("input", {
                    class: "input", type: "number", min: "0", max: "100", step: "0.1",
                    "aria-label": `corner ${index + 1}, per cent ${word}`,
                });
                input.addEventListener("input", () => {
                    const now = read(target);
                    if (!now[index] || input.value === "") return;
                    now[index][axis] = Number(input.value) / 100;
                    write(target, now);
                });
                row.append(input);
            }
            return row;
        }));
    }
    all("input", list).forEach((input, place) => {
        const value = String(Math.round(corners[Math.floor(place / 2)][place % 2] * 1000) / 10);
        if (document.activeElement !== input) input.value = value;
    });
}

function drawTargets() {
    const box = one("#targets");
    const names = fields().map((field) => `${field.id} ${nameOf(field)}`).join("\n");
    if (box.dataset.names !== names) {
        box.dataset.names = names;
        box.replaceChildren(...fields().map((field) => {
            const label = fresh("label");
            const radio = fresh("input", { type: "radio", name: "drawn", value: field.id });
            radio.addEventListener("change", () => {
                target = field;
                draw();
            });
            label.append(radio, fresh("span", {}, nameOf(field)));
            return label;
        }));
    }
    for (const radio of all("input", box)) radio.checked = radio.value === target?.id;
}

// The pointer: what it takes hold of moves with it until it lets go

function at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x / size[0], point.y / size[1]].map((one) => Math.max(0, Math.min(1, one)));
}

svg.addEventListener("pointerdown", (event) => {
    if (!target || event.button !== 0) return;
    const spot = at(event);
    const element = event.target.closest("[data-corner], [data-after], [data-whole]");
    const corners = read(target);
    if (element?.dataset.corner) {
        handle = { corner: Number(element.dataset.corner) };
    } else if (element?.dataset.after) {
        const index = Number(element.dataset.after) + 1;
        remember(target);
        corners.splice(index, 0, spot);
        handle = { corner: index, isRemembered: true };
        write(target, corners, false);
    } else if (element?.dataset.whole) {
        handle = { from: spot, corners };
    } else {
        handle = { start: spot };
    }
    svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    if (handle.corner !== undefined) one(`[data-corner="${handle.corner}"]`, svg)?.focus({ preventScroll: true });
});

svg.addEventListener("pointermove", (event) => {
    if (!handle) return;
    const spot = at(event);
    if (!handle.isRemembered) {
        // A click that trembles draws nothing.
        if (handle.start && Math.hypot(spot[0] - handle.start[0], spot[1] - handle.start[1]) < 0.02) return;
        remember(target);
        handle.isRemembered = true;
    }
    if (handle.corner !== undefined) {
        const corners = read(target);
        corners[handle.corner] = spot;
        write(target, corners, false);
    } else if (handle.start) {
        write(target, rectangle(handle.start, spot), false);
    } else {
        write(target, moved(handle.corners, spot[0] - handle.from[0], spot[1] - handle.from[1]), false);
    }
});

for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, () => { handle = null; });

/// As far as the picture goes.
function moved(corners, x, y) {
    const limit = (axis, by) => {
        const values = corners.map((corner) => corner[axis]);
        return Math.max(-Math.min(...values), Math.min(1 - Math.max(...values), by));
    };
    const [across, down] = [limit(0, x), limit(1, y)];
    return corners.map((corner) => [corner[0] + across, corner[1] + down]);
}

function sized(corners, x, y) {
    const middle = [0, 1].map((axis) => {
        const values = corners.map((corner) => corner[axis]);
        return (Math.min(...values) + Math.max(...values)) / 2;
    });
    const factor = [1 + x, 1 + y];
    return corners.map((corner) => corner.map((one, axis) => round(middle[axis] + (one - middle[axis]) * factor[axis])));
}

svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const corner = event.target.dataset.corner;
    const corners = target ? read(target) : [];
    if (step && corners.length > 0) {
        const by = event.ctrlKey ? 0.001 : 0.01;
        if (event.shiftKey) write(target, sized(corners, step[0] * 0.04, -step[1] * 0.04));
        else if (corner !== undefined) {
            corners[corner] = [round(corners[corner][0] + step[0] * by), round(corners[corner][1] + step[1] * by)];
            write(target, corners);
        } else write(target, moved(corners, step[0] * by, step[1] * by));
    } else if ((event.key === "Delete" || event.key === "Backspace") && corner !== undefined) {
        corners.splice(Number(corner), 1);
        write(target, corners.length < 3 ? [] : corners);
    } else return;
    event.preventDefault();
    event.stopPropagation();
});

document.addEventListener("keydown", (event) => {
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.target.matches("input")) {
        undo();
        event.preventDefault();
    }
});
one("#undo").addEventListener("click", undo);
one("#whole").addEventListener("click", () => target && write(target, target.id === "roi" ? [] : rectangle([0, 0], [1, 1])));

// Lanes

one("#add-lane").addEventListener("click", () => {
    const used = all("[data-lane]", one("#lanes")).map((lane) => Number(lane.dataset.lane));
    const number = [...Array(12).keys()].map((one) => one + 1).find((one) => !used.includes(one));
    if (!number) return;
    const lane = document.importNode(one("#lane").content, true);
    for (const element of all("*", lane)) {
        for (const attribute of [...element.attributes]) {
            if (attribute.value.includes("NUMBER")) element.setAttribute(attribute.name, attribute.value.replace("NUMBER", number));
        }
    }
    one("#lanes").append(lane);
    offerRemoval();
    one(`#lane${number}_name`).value = used.length === 0 ? "in" : used.length === 1 ? "out" : `lane-${number}`;
    target = one(`#lane${number}_area`);
    write(target, rectangle([0.25, 0.3], [0.75, 0.8]));
});

// Where it is drawn, a lane goes by a button; by hand its fields are emptied.
one("#lanes").addEventListener("click", (event) => {
    const lane = event.target.closest("[data-remove]")?.closest("[data-lane]");
    if (!lane) return;
    lane.remove();
    for (let place = past.length - 1; place >= 0; place -= 1) if (!past[place][0].isConnected) past.splice(place, 1);
    one("#undo").disabled = past.length === 0;
    target = one("#roi:not([disabled])") ?? fields()[0];
    changed();
});
function offerRemoval() {
    for (const button of all("#lanes [data-remove]")) button.hidden = false;
}

// Countries

const search = one("#country-search");
if (search) {
    search.hidden = false;
    search.addEventListener("input", () => {
        const words = search.value.toLowerCase();
        for (const label of all("#countries label")) label.hidden = !label.dataset.name.toLowerCase().includes(words);
    });
    search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
}

// Checked as it is typed, by the server

let timer;
let asked = 0;

function check() {
    clearTimeout(timer);
    timer = setTimeout(ask, 300);
}

async function ask() {
    const number = ++asked;
    const body = new URLSearchParams(new FormData(form));
    let answer;
    try {
        const response = await fetch(form.dataset.check, { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
        if (!response.ok) throw new Error(response.status);
        answer = await response.json();
    } catch (error) {
        const why = error.message === "401" ? "your session is over" : "no answer";
        if (number !== asked) return;
        one("#checked").textContent = `◆ not checked: ${why}`;
        one("#checked").className = "tag";
        return;
    }
    if (number !== asked) return;
    const state = one("#checked");
    state.textContent = answer.checked;
    state.className = `tag ${answer.tag}`;
    one("#count").textContent = answer.changes;
    for (const button of all("#write, #try, #try-last")) button.setAttribute("aria-disabled", String(!answer.right));
    if (one("#write")) one("#write").dataset.changed = answer.changed ? "1" : "";
    offer();
    const places = new Map(all("[data-wrong]", form).map((element) => [element.dataset.wrong, element]));
    for (const element of places.values()) element.textContent = "";
    for (const problem of answer.problems) {
        const element = places.get(problem.key);
        if (element) element.textContent = element.textContent ? `${element.textContent}; ${problem.message}` : problem.message;
    }
    one("#problems").replaceChildren(...answer.problems.map(({ line, key, message }) =>
        fresh("li", {}, `${line ? `line ${line}: ` : ""}${key ? `${key}: ` : ""}${message}`)));
    const words = { same: [" ", ""], gone: ["−", "goes: "], new: ["+", "comes: "] };
    one("#difference").replaceChildren(...answer.difference.map(({ kind, text }) => {
        const line = fresh("div", { class: kind });
        if (kind === "gap") line.textContent = "⋯";
        else line.append(fresh("span", { class: "sign", "aria-hidden": "true" }, words[kind][0]), fresh("span", { class: "sr" }, words[kind][1]), text);
        return line;
    }));
    form.dataset.checked = number;
}

form.addEventListener("input", (event) => {
    if (event.target.closest("#country-search, #seconds, #corners")) return;
    if (event.target.matches("[data-area], [name$=_name]")) draw();
    check();
});
form.addEventListener("focusin", (event) => {
    if (!event.target.matches("[data-area]") || event.target === target) return;
    target = event.target;
    draw();
});

// What goes on meanwhile: a look, a try, a file that is written

async function swap() {
    const response = await fetch(withReason(location.pathname), { headers: { Accept: "text/html" } });
    // A session that is over leads to the login: what is typed here stays, and sending it says so.
    if (!response.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const part of ["#verdict", "#seen", "#tried"]) one(part).replaceWith(one(part, page));
    if (one("#view", page) && !one("#view")) {
        one("#picture").replaceWith(one("#picture", page));
        follow();
    }
    const button = one("#try", page);
    if (button && !one("#try")) one("[name=do][value=check]").after(button);
    else if (button) one("#try").disabled = button.disabled;
    isTrying = one("#tried").dataset.state === "going";
    isWriting = one("#write", page)?.disabled ?? false;
    offer();
    const base = one("[name=base]", page)?.value;
    if (base && one("#verdict .good")) location.assign(withReason(location.pathname));
}

// Where nothing is changed there is nothing to write.

let isWriting = one("#write")?.disabled ?? false;

function offer() {
    const button = one("#write");
    if (!button) return;
    const isChanged = button.dataset.changed === "1";
    button.disabled = isWriting || !isChanged;
    one("#unchanged").hidden = isWriting || isChanged;
}

// The last minute: how much of it there is.

let isTrying = one("#tried").dataset.state === "going";

function tellMinute({ kept, kept_s: seconds }) {
    const button = one("#try-last");
    if (!button) return;
    button.disabled = isTrying || kept === 0;
    one("#kept").textContent = kept === 0 || seconds >= 59 ? "minute" : `${seconds} s`;
    form.dataset.kept = kept;
}

// As the page came.
let before = JSON.stringify([one("#picture").dataset.look, one("#tried").dataset.state, one("#verdict").dataset.writing === "1"]);

async function watch() {
    try {
        // A page that nobody looks at has nothing kept for it.
        const answer = await fetch(withReason(form.dataset.state, document.hidden ? {} : { open: "1" }));
        if (!answer.ok) throw new Error(answer.status);
        const state = await answer.json();
        const now = JSON.stringify([state.look, state.try, state.writing]);
        const view = one("#view");
        if (state.look === "going" && view && state.frames > 0 && !document.hidden) view.src = withReason(`/cameras/${form.dataset.camera}/picture.jpg`, { n: state.frames });
        if (before !== now || (state.frames > 0 && !view)) await swap();
        before = now;
        tellMinute(state);
        form.dataset.look = state.look;
        form.dataset.try = state.try;
        const isBusy = state.look === "going" || state.try === "going" || state.writing;
        setTimeout(watch, isBusy ? 500 : 4000);
    } catch {
        setTimeout(watch, 4000);
    }
}

function follow() {
    const view = one("#view");
    if (!view) return;
    view.addEventListener("load", place);
    if (view.complete) place();
}

addEventListener("resize", () => draw());
offer();
offerRemoval();
follow();
draw();
watch();
form.dataset.ready = "1";
