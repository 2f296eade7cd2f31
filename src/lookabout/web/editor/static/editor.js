"use strict";
// The draft lives on the server; this page shows it, changes it, and sends it back whole.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);
  const token = document.querySelector("meta[name=editor-token]").content;
  const plan = $("plan");
  const HANDLE_M = 3.2;
  let draft = null;
  let half = 80;
  let boxes = {};
  let stocked = Promise.resolve(); // done when the present map's stock is there
  let stock = { kinds: {}, spots: [], natives: [] };
  let tool = "select";
  let chosen = null; // {kind: "thing" | "drone" | "corner", index}
  let drag = null;
  let sending = false;
  let waiting = null; // the newest draft that has not been sent
  let round = 0;
  const past = [];

  // -- talking to the server ------------------------------------------------------

  async function ask(method, address, body) {
    const options = { method, headers: { "X-Editor": token } };
    if (body !== undefined) {
      options.headers["Content-Type"] = "application/json";
      options.body = JSON.stringify(body);
    }
    let answer;
    try {
      answer = await fetch(address, options);
    } catch {
      throw new Error("The editor does not answer. Is it still running?");
    }
    const data = await answer.json().catch(() => ({ error: "The answer could not be read." }));
    if (!answer.ok) {
      const error = new Error(data.error || `Error ${answer.status}`);
      error.taken = data.taken === true;
      throw error;
    }
    return data;
  }

  function say(text, bad) {
    const message = $("message");
    message.textContent = text;
    message.className = bad ? "bad" : "";
    message.hidden = false;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => { message.hidden = true; }, bad ? 9000 : 4000);
  }

  function change(edit) {
    past.push(JSON.stringify(draft));
    if (past.length > 200) past.shift();
    edit(draft);
    draw();
    send();
  }

  async function send() {
    waiting = JSON.stringify(draft);
    if (sending) return;
    sending = true;
    $("busy").hidden = false;
    try {
      while (waiting !== null) {
        const sent = waiting;
        waiting = null;
        try {
          const told = await ask("PUT", "/api/draft", JSON.parse(sent));
          if (waiting === null && !drag) show(told);
        } catch (error) {
          say(error.message, true);
          if (waiting === null) show(await ask("GET", "/api/desk"));
        }
      }
    } catch (error) {
      say(error.message, true);
    } finally {
      sending = false;
      $("busy").hidden = true;
    }
  }

  function show(told) {
    const before = draft;
    draft = told.draft;
    half = told.half_m;
    boxes = told.boxes;
    if (told.name && !$("name").value) $("name").value = told.name;
    const verdict = $("verdict");
    const broken = told.problems;
    verdict.textContent = broken.length === 0 ? "✓ The suite would take this episode."
      : `✗ ${broken.length} ${broken.length === 1 ? "rule is" : "rules are"} broken`;
    verdict.className = broken.length === 0 ? "good" : "bad";
    $("problems").replaceChildren(...broken.map((text) => make("li", {}, text)));
    const m = told.measures;
    const rows = m === null ? [] : [
      ["Distance", `${m.distance_m.toFixed(2)} m`],
      ["Bearing", `${m.bearing_deg.toFixed(1).replace("-", "−")}°`],
      ["Covers", `${(100 * m.occupancy).toFixed(2)} % of the picture`],
      ["In the first view", m.visible ? "yes" : "no"],
    ];
    $("measures").replaceChildren(...rows.flatMap(([a, b]) => [make("dt", {}, a), make("dd", {}, b)]));
    fill();
    draw();
    round += 1;
    views();
    if (before === null || ground(before) !== ground(draft)) {
      background();
      restock();
    }
  }

  const ground = (d) => JSON.stringify([d.map, d.map_seed, d.centre, d.dressing_seed, d.sun]);

  function restock() {
    stocked = takeStock();
  }

  async function takeStock() {
    try {
      stock = await ask("GET", "/api/stock");
      draw();
      panel();
    } catch (error) {
      say(error.message, true);
    }
  }

  function views() {
    const holder = $("views");
    const made = holder.querySelectorAll("figure");
    const shown = draft.starts.map((_, index) => {
      const name = draft.starts.length === 1 ? "Drone" : `Drone ${index + 1}`;
      const figure = made[index] || make("figure", {});
      if (!figure.firstChild) figure.append(make("img", { alt: "" }), make("figcaption", {}));
      figure.firstChild.alt = `What ${name} sees at the start`;
      figure.firstChild.src = `/api/view/${index}?${round}`;
      figure.lastChild.textContent = name;
      return figure;
    });
    holder.replaceChildren(...(shown.length ? shown : [make("p", { class: "soft" }, "Place a drone to see its view.")]));
  }

  function background() {
    const image = make("image", { href: `/api/plan?${round}`, x: -half, y: -half, width: 2 * half, height: 2 * half });
    plan.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
    plan.querySelectorAll("image, .wait").forEach((node) => node.remove());
    const wait = make("text", { class: "wait", x: 0, y: -half + 6 }, "Drawing the map…");
    image.addEventListener("load", () => wait.remove());
    plan.prepend(image, wait);
  }

  // -- drawing --------------------------------------------------------------------

  function make(name, attributes, text) {
    const svg = ["image", "g", "rect", "circle", "path", "polyline", "line", "text"].includes(name);
    const node = svg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  const toPlan = (x, y) => [x - draft.centre[0], draft.centre[1] - y];
  const toWorld = (u, v) => [round3(u + draft.centre[0]), round3(draft.centre[1] - v)];
  const round3 = (value) => Math.round(value * 1000) / 1000;
  const turn = (value) => round3(((value + 180) % 360 + 360) % 360 - 180);

  function draw() {
    plan.querySelectorAll("g").forEach((node) => node.remove());
    const all = make("g", {});
    if ($("show-spots").checked) {
      for (const [kind, x, y, yaw] of stock.spots) {
        const [u, v] = toPlan(x, y);
        const dot = make("circle", { class: "spot", cx: u, cy: v, r: 0.7, "data-spot": `${x} ${y} ${yaw}` });
        dot.append(make("title", {}, kind));
        all.append(dot);
      }
    }
    for (const [name, words, x, y] of stock.natives) {
      const [u, v] = toPlan(x, y);
      const mine = draft.native === name;
      const dot = make("circle", { class: mine ? "native target" : "native", cx: u, cy: v, r: mine ? 1.2 : 0.6, "data-native": name });
      dot.append(make("title", {}, `${words} (${name})`));
      all.append(dot);
    }
    for (const [name, [west, south, east, north]] of Object.entries(boxes)) {
      const [u, v] = toPlan(west, north);
      const mine = name === targetName() ? "box target" : "box";
      all.append(make("rect", { class: mine, x: u, y: v, width: east - west, height: north - south }));
    }
    const target = draft.things[draft.target];
    if (target && draft.route.length) {
      const points = [[target.x, target.y], ...draft.route].map(([x, y]) => toPlan(x, y).join(","));
      all.append(make("polyline", { class: "route", points: points.join(" ") }));
      draft.route.forEach(([x, y], index) => {
        const [u, v] = toPlan(x, y);
        all.append(make("circle", { class: mark("corner", "corner", index), cx: u, cy: v, r: 0.7, "data-item": `corner ${index}` }));
      });
    }
    draft.things.forEach((thing, index) => {
      const kind = index === draft.target && !draft.native ? "thing target" : "thing";
      all.append(...disc("thing", index, thing, kind, draft.things.length > 1 ? `${index + 1}` : ""));
    });
    draft.starts.forEach((start, index) => {
      const [u, v] = toPlan(start.x, start.y);
      const reach = 24;
      const edge = (off) => {
        const a = (start.yaw_deg + off) * Math.PI / 180;
        return `${u + reach * Math.cos(a)} ${v - reach * Math.sin(a)}`;
      };
      all.append(make("path", { class: "field", d: `M ${u} ${v} L ${edge(45)} A ${reach} ${reach} 0 0 1 ${edge(-45)} Z` }));
      all.append(...disc("drone", index, start, "drone", draft.starts.length > 1 ? `${index + 1}` : ""));
    });
    plan.append(all);
  }

  const targetName = () => draft.native || (draft.cell === "commanding" ? `candidate-${draft.target + 1}` : "target");
  const mark = (css, kind, index) => (chosen && chosen.kind === kind && chosen.index === index ? `${css} selected` : css);

  // A disc with a dot that turns it.
  function disc(kind, index, item, css, number) {
    const [u, v] = toPlan(item.x, item.y);
    const a = item.yaw_deg * Math.PI / 180;
    const [hu, hv] = [u + HANDLE_M * Math.cos(a), v - HANDLE_M * Math.sin(a)];
    const parts = [
      make("line", { class: "arm", x1: u, y1: v, x2: hu, y2: hv }),
      make("circle", { class: mark(css, kind, index), cx: u, cy: v, r: 1.1, "data-item": `${kind} ${index}` }),
      make("circle", { class: "handle", cx: hu, cy: hv, r: 0.6, "data-turn": `${kind} ${index}` }),
    ];
    if (number) parts.push(make("text", { class: "number", x: u, y: v }, number));
    return parts;
  }

  // -- the side panel ---------------------------------------------------------------

  function fill() {
    const set = (id, value) => { if (document.activeElement !== $(id)) $(id).value = value; };
    set("map", draft.map);
    set("cell", draft.cell);
    set("instruction", draft.instruction);
    const told = { residential: "go to the cyan SUV", campus: "go to the statue of a horse", blocks: "go to the sign that reads OAK" };
    $("instruction").placeholder = told[draft.map];
    const team = draft.cell === "commanding";
    document.querySelector("[data-tool=thing]").textContent = team ? "Candidate" : "Target";
    set("centre-x", draft.centre[0]);
    set("centre-y", draft.centre[1]);
    set("sun-elevation", draft.sun.elevation_deg);
    set("sun-azimuth", draft.sun.azimuth_deg);
    set("dressing", draft.dressing_seed);
    panel();
  }

  const listOf = (d, kind) => (kind === "thing" ? d.things : kind === "drone" ? d.starts : d.route);

  function panel() {
    const box = $("chosen");
    if (box.contains(document.activeElement) && document.activeElement.tagName !== "BUTTON") return;
    const item = chosen && listOf(draft, chosen.kind)[chosen.index];
    if (!item) {
      chosen = null;
      box.replaceChildren();
      return;
    }
    const at = { ...chosen };
    const fields = make("div", { class: "fields" });
    const add = (label, input, whole) => {
      const holder = make("label", whole ? { class: "whole" } : {}, label);
      holder.append(input);
      fields.append(holder);
    };
    const number = (key, label, step, low, high) => {
      const input = make("input", { type: "number", step, value: item[key], id: `chosen-${key}` });
      if (low !== undefined) input.min = low;
      if (high !== undefined) input.max = high;
      input.addEventListener("change", () => {
        const value = input.valueAsNumber;
        if (Number.isFinite(value)) change((d) => { listOf(d, at.kind)[at.index][key] = value; });
      });
      add(label, input);
    };
    const remove = make("button", { type: "button" }, "Remove");
    remove.addEventListener("click", () => drop(at));
    if (at.kind !== "corner") {
      number("x", "East, m", 0.25);
      number("y", "North, m", 0.25);
      number("yaw_deg", "Yaw °", 1);
    }
    if (at.kind === "drone") {
      number("height", "Height, m", 0.1, 0.3, 100);
      const face = make("button", { type: "button" }, "Face the target");
      face.addEventListener("click", () => {
        const box = boxes[targetName()];
        const thing = draft.native ? null : draft.things[draft.target];
        if (!box && !thing) return say("There is no target to face.", true);
        const [x, y] = thing ? [thing.x, thing.y] : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
        change((d) => {
          const start = d.starts[at.index];
          start.yaw_deg = turn(Math.atan2(y - start.y, x - start.x) * 180 / Math.PI);
        });
      });
      fields.append(face);
    }
    if (at.kind === "thing") {
      const select = make("select", { id: "chosen-kind" });
      const kinds = item.kind in stock.kinds ? stock.kinds : { [item.kind]: item.kind, ...stock.kinds };
      for (const [kind, words] of Object.entries(kinds)) select.append(make("option", { value: kind }, words));
      select.value = item.kind;
      select.addEventListener("change", () => change((d) => {
        // Look-alikes are alike.
        for (const thing of d.cell === "commanding" ? d.things : [d.things[at.index]]) thing.kind = select.value;
      }));
      add("Kind", select, true);
      number("seed", "Variant", 1, 0);
      const text = make("input", { maxlength: 12, value: item.inscription, id: "chosen-inscription" });
      text.addEventListener("change", () => change((d) => { d.things[at.index].inscription = text.value.toUpperCase(); }));
      add("Inscription", text);
      if (draft.cell === "commanding" && draft.target !== at.index) {
        const name = make("button", { type: "button" }, "Make it the target");
        name.addEventListener("click", () => change((d) => { d.target = at.index; }));
        fields.append(name);
      }
    }
    fields.append(remove);
    const title = { thing: draft.cell === "commanding" ? "Candidate" : "Target", drone: "Drone", corner: "Corner of the route" }[at.kind];
    const many = listOf(draft, at.kind).length > 1;
    box.replaceChildren(make("h2", {}, many || title === "Candidate" ? `${title} ${at.index + 1}` : title), fields);
  }

  function choose(kind, index) {
    chosen = kind === null ? null : { kind, index };
    if (document.activeElement && $("chosen").contains(document.activeElement)) document.activeElement.blur();
    draw();
    panel();
  }

  function drop(at) {
    chosen = null;
    change((d) => {
      listOf(d, at.kind).splice(at.index, 1);
      if (at.kind === "thing") {
        if (d.target >= d.things.length || d.target > at.index) d.target = Math.max(0, d.target - 1);
        if (d.things.length === 0) d.route = [];
      }
    });
    panel();
  }

  // -- the plan under the pointer -----------------------------------------------------

  function point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(plan.getScreenCTM().inverse());
    return toWorld(at.x, at.y);
  }

  function pick(tool_) {
    tool = tool_;
    document.querySelectorAll("[data-tool]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    });
  }

  async function place(x, y, yaw) {
    if (tool === "thing") {
      await stocked;
      const many = draft.cell === "commanding";
      const like = draft.things[0];
      const kind = like ? like.kind : Object.keys(stock.kinds)[0];
      if (!kind) return say("This map has nothing to place.", true);
      change((d) => {
        const thing = { kind, seed: like ? like.seed : 0, x, y, yaw_deg: yaw ?? 0, inscription: "" };
        d.native = "";
        if (many) d.things.push(thing);
        else { d.things[d.target] = { ...thing, inscription: like ? like.inscription : "" }; d.route = []; }
        if (!d.instruction && !many && stock.kinds[kind]) d.instruction = `go to ${stock.kinds[kind]}`;
      });
      choose("thing", many ? draft.things.length - 1 : draft.target);
    } else if (tool === "drone") {
      const height = draft.starts.length ? draft.starts[0].height : 1.7;
      const first = draft.starts.length ? draft.starts[draft.starts.length - 1].yaw_deg : 0;
      change((d) => {
        const start = { x, y, height, yaw_deg: first };
        if (d.cell === "commanding") d.starts.push(start);
        else d.starts = [start];
      });
      choose("drone", draft.starts.length - 1);
    } else if (tool === "route") {
      if (!draft.things.length) return say("Place the target first: the route begins there.", true);
      change((d) => d.route.push([x, y]));
      choose("corner", draft.route.length - 1);
    } else if (tool === "look") {
      change((d) => { d.centre = [Math.round(x), Math.round(y)]; });
    } else {
      choose(null);
    }
  }

  plan.addEventListener("pointerdown", (event) => {
    if (!draft || event.button !== 0) return;
    plan.focus({ preventScroll: true });
    const { item, turn: turning, spot, native } = event.target.dataset;
    if (turning || item) {
      const [kind, index] = (turning || item).split(" ");
      choose(kind, Number(index));
      drag = { kind, index: Number(index), turning: Boolean(turning), before: JSON.stringify(draft), moved: false };
      plan.setPointerCapture(event.pointerId);
    } else if (native && tool === "thing") {
      change((d) => {
        const found = stock.natives.find(([name]) => name === native);
        d.native = native;
        d.things = [];
        d.route = [];
        if (!d.instruction && found) d.instruction = `go to the ${found[1]}`;
      });
    } else if (spot && tool !== "select" && tool !== "look") {
      const [x, y, yaw] = spot.split(" ").map(Number);
      place(round3(x), round3(y), round3(yaw));
    } else {
      place(...point(event));
    }
  });

  plan.addEventListener("pointermove", (event) => {
    if (!draft) return;
    const [x, y] = point(event);
    $("where").textContent = `${x.toFixed(1)} m east, ${y.toFixed(1)} m north`;
    if (!drag) return;
    const item = listOf(draft, drag.kind)[drag.index];
    if (!item) return;
    drag.moved = true;
    if (drag.turning) item.yaw_deg = turn(Math.atan2(y - item.y, x - item.x) * 180 / Math.PI);
    else if (drag.kind === "corner") draft.route[drag.index] = [x, y];
    else { item.x = x; item.y = y; }
    draw();
  });

  function release(event) {
    if (!drag) return;
    const { before, moved } = drag;
    drag = null;
    if (plan.hasPointerCapture(event.pointerId)) plan.releasePointerCapture(event.pointerId);
    if (moved) past.push(before);
    if (moved || sending) send(); // an answer that came while dragging was not shown
  }
  plan.addEventListener("pointerup", release);
  plan.addEventListener("pointercancel", release);

  plan.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tools = { s: "select", t: "thing", d: "drone", r: "route", m: "look" };
    if (event.key in tools) return pick(tools[event.key]);
    if (event.key === "Escape") return choose(null);
    if (!chosen) return;
    const at = { ...chosen };
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      return drop(at);
    }
    const step = event.shiftKey ? 2 : 0.25;
    const ways = { ArrowUp: [0, step], ArrowDown: [0, -step], ArrowLeft: [-step, 0], ArrowRight: [step, 0] };
    const turns = { q: 5, e: -5 };
    if (event.key in ways) {
      event.preventDefault();
      const [dx, dy] = ways[event.key];
      change((d) => {
        const item = listOf(d, at.kind)[at.index];
        if (at.kind === "corner") d.route[at.index] = [round3(item[0] + dx), round3(item[1] + dy)];
        else { item.x = round3(item.x + dx); item.y = round3(item.y + dy); }
      });
    } else if (event.key in turns && at.kind !== "corner") {
      change((d) => {
        const item = listOf(d, at.kind)[at.index];
        item.yaw_deg = turn(item.yaw_deg + turns[event.key]);
      });
    }
  });

  // -- the rest of the page -----------------------------------------------------------

  document.querySelectorAll("[data-tool]").forEach((button) => {
    button.addEventListener("click", () => pick(button.dataset.tool));
  });
  $("show-spots").addEventListener("change", draw);
  $("instruction").addEventListener("change", () => change((d) => { d.instruction = $("instruction").value.trim(); }));
  $("cell").addEventListener("change", () => change((d) => {
    d.cell = $("cell").value;
    if (d.cell !== "commanding") {
      d.things = d.things.slice(d.target, d.target + 1);
      d.target = 0;
      d.starts = d.starts.slice(0, 1);
    } else {
      d.native = "";
    }
    if (!["tracking", "search-and-track"].includes(d.cell)) d.route = [];
  }));
  $("map").addEventListener("change", () => change((d) => {
    Object.assign(d, { map: $("map").value, things: [], starts: [], route: [], native: "", target: 0, centre: [0, 0], instruction: "" });
  }));
  const numbers = {
    "centre-x": (d, value) => { d.centre = [value, d.centre[1]]; },
    "centre-y": (d, value) => { d.centre = [d.centre[0], value]; },
    "sun-elevation": (d, value) => { d.sun.elevation_deg = value; },
    "sun-azimuth": (d, value) => { d.sun.azimuth_deg = value; },
    "dressing": (d, value) => { d.dressing_seed = value; },
  };
  for (const [id, put] of Object.entries(numbers)) {
    $(id).addEventListener("change", () => {
      const value = $(id).valueAsNumber;
      if (Number.isFinite(value)) change((d) => put(d, value));
    });
  }
  function undo() {
    const before = past.pop();
    if (before === undefined) return say("There is nothing to undo.");
    draft = JSON.parse(before);
    choose(null);
    send();
  }
  $("undo").addEventListener("click", undo);

  async function save(replace) {
    if (document.activeElement) document.activeElement.blur(); // what is being typed counts
    const name = $("name").value.trim();
    if (!name) {
      $("name").focus();
      return say("Give the record a name first.", true);
    }
    try {
      const told = await ask("POST", "/api/save", { name, replace, draft });
      const broken = told.problems.length;
      say(broken ? `Saved as ${told.path}, with ${broken} broken ${broken === 1 ? "rule" : "rules"}.` : `Saved as ${told.path}.`);
    } catch (error) {
      if (error.taken && window.confirm(`${name}.json is there already. Replace it?`)) return save(true);
      say(error.message, true);
    }
  }
  $("save").addEventListener("click", () => save(false));
  document.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === "s") {
      event.preventDefault();
      save(false);
    } else if (event.key === "z" && !["INPUT", "SELECT"].includes(document.activeElement.tagName)) {
      event.preventDefault();
      undo();
    }
  });

  ask("GET", "/api/desk").then(show, (error) => say(error.message, true));
})();
