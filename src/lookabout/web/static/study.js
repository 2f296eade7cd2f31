// Makes the pages smoother: forms and waiting without reloading. Everything works without it.
"use strict";
(() => {
  const live = document.getElementById("live");
  const POLL_MS = 700;
  let main = document.getElementById("main");
  let sending = false;
  let timer = 0;

  const open = new Map(); // which foldable parts the person opened or closed

  function say(text) {
    live.textContent = "";
    window.setTimeout(() => { live.textContent = text; }, 50);
  }

  function warn(words) {
    let line = main.querySelector(".offline");
    if (!words) { line?.remove(); return; }
    if (line?.textContent === words) return;
    if (!line) {
      line = document.createElement("p");
      line.className = "notice bad offline";
      (main.querySelector("form, .progress") ?? main.firstElementChild.lastElementChild).before(line);
    }
    line.textContent = words;
    say(words);
  }

  function take(text) {
    const next = new DOMParser().parseFromString(text, "text/html");
    const fresh = next.getElementById("main");
    if (!fresh) throw new Error("no page of the study"); // from a proxy, say
    const first = fresh.querySelector("[autofocus]");
    first?.removeAttribute("autofocus"); // set below; the browser would complain of two
    const same = main.querySelector(".view img")?.getAttribute("src");
    main.replaceWith(fresh);
    main = fresh;
    for (const part of main.querySelectorAll("details[data-keep]")) {
      if (open.has(part.dataset.keep)) part.open = open.get(part.dataset.keep);
    }
    document.title = next.title;
    const who = next.querySelector(".top .wide");
    if (who) document.querySelector(".top .wide").replaceWith(who);
    if (first) { first.focus({ preventScroll: true }); first.select?.(); }
    else if (!main.dataset.wait) main.focus({ preventScroll: true });
    if (same !== main.querySelector(".view img")?.getAttribute("src")) window.scrollTo({ top: 0 });
    say(main.dataset.say);
    ready();
  }

  async function ask(address, options) {
    const answer = await fetch(address, options);
    return answer.text();
  }

  function wait() {
    window.clearTimeout(timer);
    if (!main.dataset.wait) return;
    timer = window.setTimeout(async () => {
      try {
        const answer = await fetch("/version");
        if (!answer.ok || (await answer.json()).version !== main.dataset.wait) {
          take(await ask("/"));
          return;
        }
        warn("");
      } catch {
        warn("No connection. Nothing is lost: this page tries again by itself.");
      }
      wait();
    }, POLL_MS);
  }

  // What is typed survives a reload until the move is made: it belongs to one turn of one search.
  const DRAFT = "lookabout-draft";
  const NAMES = ["x", "y", "z"];

  function turnOf(form) {
    return `${form.elements.key.value} ${form.elements.index.value}`;
  }

  function keep(form) {
    const values = NAMES.map((name) => form.elements[name]?.value ?? "");
    try {
      sessionStorage.setItem(DRAFT, JSON.stringify({ turn: turnOf(form), values }));
    } catch { /* a browser that keeps nothing: the page itself still does */ }
  }

  function restore() {
    const form = main.querySelector("form.fly");
    if (!form || main.dataset.wait) return;
    try {
      const draft = JSON.parse(sessionStorage.getItem(DRAFT));
      if (draft?.turn !== turnOf(form)) { sessionStorage.removeItem(DRAFT); return; }
      NAMES.forEach((name, i) => {
        const field = form.elements[name];
        if (field && typeof draft.values[i] === "string") field.value = draft.values[i];
      });
      const first = document.activeElement;
      if (first?.matches(".entry input")) first.select();
    } catch { /* nothing was kept */ }
  }

  function ready() {
    for (const button of main.querySelectorAll(".sign")) button.hidden = false;
    restore();
    wait();
  }

  // A form is sent once; if the connection breaks, it can be sent again, since it says after
  // which reply it comes.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.matches(".join") && !sending) { // the browser's own way: its cookie comes with it
      sending = true;
      return;
    }
    event.preventDefault();
    if (sending) return;
    sending = true;
    if (form.matches(".fly")) keep(form);
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const report = form.closest(".report");
    const buttons = [...form.querySelectorAll("button")].filter((button) => !button.disabled);
    for (const button of buttons) button.disabled = true;
    try {
      const text = await ask(form.getAttribute("action"), { method: "POST", body });
      if (report) {
        const page = new DOMParser().parseFromString(text, "text/html");
        report.querySelector(".sent").textContent = page.querySelector("#main p")?.textContent ?? "";
        if (page.title.startsWith("Thank you")) form.reset();
      } else {
        take(text);
      }
    } catch {
      const words = "No connection. Nothing is lost: press the button again.";
      if (report) report.querySelector(".sent").textContent = words;
      else warn(words);
    } finally {
      sending = false;
      for (const button of buttons) button.disabled = false;
    }
  });

  document.addEventListener("click", (event) => {
    const part = event.target.closest?.("details[data-keep] > summary")?.parentElement;
    if (part) open.set(part.dataset.keep, !part.open);
    const button = event.target.closest?.(".sign");
    if (!button) return;
    const field = document.getElementById(button.dataset.for);
    const text = field.value.trim();
    if (/^[-\u2212]/.test(text)) field.value = text.slice(1);
    else if (text) field.value = `-${text.replace(/^\+/, "")}`;
    keep(field.form);
    field.focus();
  });

  const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || !event.target.matches?.(".entry input") || event.altKey || event.ctrlKey || event.metaKey) return;
    const now = Number(event.target.value.replace("\u2212", "-").replace(",", ".") || 0);
    if (!Number.isFinite(now)) return;
    event.preventDefault();
    event.target.value = String(Math.round((now + step) * 100) / 100);
    event.target.select();
    keep(event.target.form);
  });

  document.addEventListener("input", (event) => {
    if (event.target.matches?.(".entry input")) keep(event.target.form);
  });

  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".entry input")) event.target.select();
  });

  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  ready();
})();
