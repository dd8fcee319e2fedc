"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const MODES = [["side", "Side by side"], ["blink", "Blink"], ["slider", "Slider"], ["difference", "Difference"]];
  const ZOOMS = [["0", "Fit"], ["1", "1×"], ["2", "2×"], ["3", "3×"], ["4", "4×"]];
  const STAGES = data.stages;
  const state = { mode: "side", zoom: 0, stage: "", area: "", text: "", here: -1, blink: true, odd: false };
  const $ = (id) => document.getElementById(id);

  /** An element with its attributes and children; texts are never read as markup. */
  function el(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "class") made.className = value;
      else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.flat().filter((child) => child != null));
    return made;
  }

  const percent = (part, whole) => {
    const share = whole ? (100 * part) / whole : 0;
    return share >= 10 ? share.toFixed(0) + " %" : share >= 0.01 ? share.toFixed(2) + " %" : "below 0.01 %";
  };

  function heading(still) {
    const [, area, name, time] = still.name.match(/^(.*\/)?([^/@]*)(@.*)?$/) || [null, "", still.name, ""];
    return el("h2", {}, el("span", { class: "area" }, area || ""), name, el("span", { class: "time" }, time ? " " + time.slice(1) + " s" : ""));
  }

  /** Where it began to differ: the stages as a path, and under it the first number of each that differs. */
  function why(still) {
    const value = (text, kind) => {
      if (text == null) return el("span", { class: kind }, "none");
      const color = /^#[0-9a-f]{6}/.test(text) ? el("span", { class: "swatch", style: "background:" + text.slice(0, 7) }) : null;
      return el("span", { class: kind }, color, text);
    };
    const both = (expected, actual) => (expected == null && actual == null ? [] : ["  ", value(expected, "was"), " → ", value(actual, "is")]);
    if (still.sizes) {
      const [expected, actual] = still.sizes.map(([width, height]) => width + "×" + height);
      return el("p", { class: "cause" }, "Another size:", both(expected, actual));
    }
    if (!still.stages.length) return null;
    const known = still.sheet ? STAGES.slice(2) : STAGES;
    const steps = known.map(([word, name]) => {
      const at = still.stages.findIndex((one) => one.stage === word);
      const kind = at < 0 ? "same" : at === 0 ? "first" : "later";
      const said = { same: "the same", first: "differs first", later: "differs too" }[kind];
      return el("li", { class: kind, title: name + ": " + said }, el("span", { class: "dot" }), name, el("span", { class: "hidden" }, ": " + said));
    });
    const causes = still.stages.map((one, i) => el("div", { class: i ? "cause later" : "cause" },
      el("dt", {}, STAGES.find(([word]) => word === one.stage)[1]),
      el("dd", {}, one.path, both(one.expected, one.actual), one.place ? el("span", { class: "place" }, " (" + one.place + ")") : null)));
    return el("div", { class: "why" }, el("ol", { class: "path", "aria-label": "Stages" }, steps), el("dl", { class: "causes" }, causes));
  }

  function numbers(still) {
    if (still.pixels == null || still.sizes) return null;
    const box = still.bounds;
    const rows = [
      ["Pixels", still.pixels.toLocaleString("en") + " (" + percent(still.pixels, still.of) + ")"],
      ["Within", box ? box[2] + "×" + box[3] + " at " + box[0] + "," + box[1] : "—"],
      ["Largest", still.largest + " of 255"],
      ["Mean", still.mean < 0.001 ? "below 0.001" : still.mean.toFixed(3)],
    ];
    return el("dl", { class: "numbers" }, rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  }

  /** Pixels by which the outline stands off from what differs, as far as the picture goes. */
  const OFF = 4;
  function outline(still) {
    if (!still.bounds || still.sizes) return null;
    const [x, y, w, h] = still.bounds;
    const off = (part, whole) => "max(0px, " + (100 * part) / whole + "% - " + OFF + "px)";
    const { width, height } = still;
    const style = "left:" + off(x, width) + ";top:" + off(y, height) + ";right:" + off(width - x - w, width) + ";bottom:" + off(height - y - h, height);
    return el("div", { class: "outline", style });
  }

  const NAMES = { e: ["expected", "Expected"], a: ["actual", "Actual"], d: ["difference", "Difference ×" + data.amplified] };

  function picture(still, which) {
    const [kind, name] = NAMES[which];
    const caption = el("figcaption", {}, el("span", { class: kind }, el("i", {})), el("span", { class: "name" }, name));
    if (!still[which]) {
      const lost = { missing: "There is no golden still yet.", spoilt: "The golden still cannot be read." }[still.verdict];
      const none = { e: lost || "There is no golden still.", a: "It cannot be drawn.", d: "Nothing to compare." }[which];
      const said = el("p", { class: "none" }, still.bare ? "Its picture is not in this report." : none);
      return el("figure", {}, caption, el("div", { class: "well" }, still.width && !state.zoom ? frame(still, said) : said));
    }
    return el("figure", {}, caption, el("div", { class: "well" }, frame(still, image(still, which), outline(still))));
  }

  /** What pictures lie in: as large as the larger of the two, so that both are shown in one scale. */
  function frame(still, ...inside) {
    const width = state.zoom ? ";width:" + still.width * state.zoom + "px" : "";
    return el("div", { class: "frame", "data-width": still.width, style: "aspect-ratio:" + still.width + "/" + still.height + width }, inside);
  }

  /** The share of the frame's width that a picture takes. */
  function share(still, which) {
    const size = still.sizes && { e: still.sizes[0], a: still.sizes[1] }[which];
    return size ? (100 * size[0]) / still.width + "%" : "100%";
  }

  function image(still, which) {
    return el("img", { src: still[which], alt: NAMES[which][1] + ": " + still.name, style: "width:" + share(still, which) });
  }

  /** Expected and actual in turn, in one place. */
  function blinking(still) {
    const made = picture(still, state.odd ? "a" : "e");
    made.dataset.blink = "";
    return made;
  }

  function slider(still) {
    const over = el("div", { class: "over" }, image(still, "a"));
    const edge = el("div", { class: "edge" });
    const set = (share) => {
      over.style.clipPath = "inset(0 0 0 " + share + "%)";
      edge.style.left = share + "%";
    };
    const range = el("input", { type: "range", class: "slide", min: 0, max: 100, step: 0.5, value: 50, "aria-label": "Edge between expected and actual", oninput: () => set(range.value) });
    const well = el("div", { class: "well" }, frame(still, image(still, "e"), over, edge, outline(still)));
    well.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) return;
      const box = well.firstChild.getBoundingClientRect();
      range.value = (100 * (event.clientX - box.left)) / box.width;
      set(range.value);
    });
    well.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      well.setPointerCapture(event.pointerId);
    });
    set(50);
    const caption = el("figcaption", {}, el("span", { class: "expected" }, el("i", {})), "Expected on the left", el("span", { class: "actual" }, el("i", {})), "actual on the right");
    return el("figure", {}, caption, well, range);
  }

  function views(still) {
    const both = still.e && still.a;
    const one = both && state.mode !== "side";
    const shown = !both || state.mode === "side" ? ["e", "a", still.d && "d"].filter(Boolean).map((which) => picture(still, which))
      : state.mode === "blink" ? [blinking(still)]
      : state.mode === "slider" ? [slider(still)] : [picture(still, "d")];
    return el("div", { class: "views" + (state.zoom ? " zoomed" : one ? " one" : "") }, shown);
  }

  function copy(still, button) {
    const said = (text) => { button.textContent = text; setTimeout(() => { button.textContent = "Copy update command"; }, 1600); };
    const done = navigator.clipboard ? navigator.clipboard.writeText(still.update) : Promise.reject();
    // A page opened from disk may not write to the clipboard: then the command itself is shown.
    done.then(() => said("Copied"), () => said(still.update));
  }

  function card(still, i) {
    const button = still.update ? el("button", { type: "button", class: "copy", onclick: () => copy(still, button) }, "Copy update command") : null;
    const said = still.verdict === "differs" ? null : el("p", { class: "said" }, still.verdict + ": " + still.said);
    return el("article", { class: "card" + (i === state.here ? " here" : ""), "data-i": i, tabindex: -1, "aria-label": still.name },
      el("div", { class: "head" }, heading(still), el("code", { class: "file", title: "The file of its case" }, still.file), said, button),
      still.note ? el("p", { class: "note" }, el("b", {}, "Note"), " ", still.note) : null, why(still), numbers(still), views(still));
  }

  const stageOf = (still) => (still.sizes ? "size" : still.stages.length ? still.stages[0].stage : still.verdict);
  const words = (still) => [still.name, still.file, still.said, still.note, ...still.stages.flatMap((one) => [one.path, one.expected, one.actual, one.place])];
  const fits = (still) =>
    (!state.stage || stageOf(still) === state.stage) && (!state.area || still.area === state.area) &&
    (!state.text || words(still).join(" ").toLowerCase().includes(state.text));

  let visible = [];
  function draw() {
    visible = data.stills.filter(fits);
    state.here = Math.min(state.here, visible.length - 1);
    $("cards").replaceChildren(...visible.map(card));
    // Files fit when nothing narrower than they is asked for.
    const files = data.unlisted.filter((file) => ["", "unlisted"].includes(state.stage) && !state.area && file.toLowerCase().includes(state.text));
    $("unlisted").hidden = files.length === 0;
    $("unlisted").querySelector("ul").replaceChildren(...files.map((file) => el("li", {}, file)));
    $("empty").hidden = visible.length + files.length > 0;
    const all = data.stills.length;
    $("shown").textContent = visible.length === all ? "worst first" : visible.length + " of " + all + " shown, worst first";
    for (const [id, key] of [["modes", "mode"], ["zooms", "zoom"]]) {
      for (const button of $(id).children) {
        const on = button.dataset.value === String(state[key]);
        button.setAttribute("aria-checked", on);
        button.tabIndex = on ? 0 : -1;
      }
    }
    for (const button of $("stages").children) button.setAttribute("aria-pressed", button.dataset.value === state.stage);
    document.body.classList.toggle("plain", !$("boxes").checked);
    fit();
  }

  /** Least of the room that a picture fills when its pixels are whole numbers of the screen's; else it fills all and is smoothed. */
  const FULL = 0.75;
  function fit() {
    for (const frame of state.zoom ? [] : document.querySelectorAll(".frame")) {
      const figure = frame.closest("figure");
      const [room, width, dots] = [figure.clientWidth, Number(frame.dataset.width), window.devicePixelRatio || 1];
      const whole = (Math.floor((room * dots) / width) * width) / dots;
      const isWhole = whole >= FULL * room;
      figure.style.setProperty("--width", isWhole ? whole + "px" : "100%");
      figure.classList.toggle("smooth", !isWhole);
    }
  }
  window.addEventListener("resize", fit);

  function radios(id, choices, set) {
    $(id).append(...choices.map(([value, name]) => el("button", { type: "button", role: "radio", "data-value": value, onclick: () => { set(value); draw(); } }, name)));
    $(id).addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const buttons = [...$(id).children];
      const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
      next.focus();
      next.click();
    });
  }

  radios("modes", MODES, (mode) => { state.mode = mode; });
  radios("zooms", ZOOMS, (zoom) => { state.zoom = Number(zoom); });
  const kinds = [...STAGES, ...["size", "missing", "spoilt", "broken", "heavy", "unlisted"].map((word) => [word, word])];
  const chips = [["", "All"], ...kinds].map(([word, name]) => {
    const stills = data.stills.filter((still) => !word || stageOf(still) === word).length;
    const count = stills + (!word || word === "unlisted" ? data.unlisted.length : 0);
    return count ? el("button", { type: "button", "data-value": word, onclick: () => { state.stage = word; draw(); } }, name, el("b", {}, count)) : null;
  });
  $("stages").append(...chips.filter(Boolean));
  const areas = [...new Set(data.stills.map((still) => still.area))].sort();
  $("area").append(el("option", { value: "" }, "all"), ...areas.map((area) => el("option", { value: area }, area || "—")));
  $("area").addEventListener("change", () => { state.area = $("area").value; draw(); });
  $("search").addEventListener("input", () => { state.text = $("search").value.trim().toLowerCase(); draw(); });
  $("boxes").addEventListener("change", draw);
  $("clear").addEventListener("click", () => { reset(); });
  $("help-button").addEventListener("click", () => $("help").showModal());
  $("prune").textContent = data.prune;
  // Of files alone there is nothing to choose.
  for (const part of ["bar", "filters", "shown", "help-button"]) $(part).hidden = data.stills.length === 0;
  $("unlisted").querySelector("h2").hidden = data.stills.length === 0;

  function reset() {
    Object.assign(state, { stage: "", area: "", text: "" });
    $("area").value = "";
    $("search").value = "";
    draw();
  }

  function go(step) {
    state.here = Math.max(0, Math.min(visible.length - 1, state.here + step));
    const cards = $("cards").children;
    [...cards].forEach((card, i) => card.classList.toggle("here", i === state.here));
    const card = cards[state.here];
    if (card) { card.focus({ preventScroll: true }); card.scrollIntoView({ block: "start" }); }
  }

  function swap() {
    state.odd = !state.odd;
    for (const old of document.querySelectorAll("[data-blink]")) {
      const still = visible[old.closest(".card").dataset.i];
      const which = state.odd ? "a" : "e";
      const [kind, name] = NAMES[which];
      old.querySelector("img").src = still[which];
      old.querySelector("img").style.width = share(still, which);
      old.querySelector("figcaption span").className = kind;
      old.querySelector(".name").textContent = name;
    }
  }
  state.blink = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  setInterval(() => { if (state.blink && state.mode === "blink") swap(); }, 700);

  const zoom = (step) => { state.zoom = Math.max(0, Math.min(4, state.zoom + step)); draw(); };
  const here = () => visible[Math.max(0, state.here)];
  const KEYS = {
    j: () => go(1), k: () => go(-1), "?": () => $("help").showModal(),
    b: () => { $("boxes").checked = !$("boxes").checked; draw(); },
    "/": () => $("search").focus(), Escape: reset, "+": () => zoom(1), "=": () => zoom(1), "-": () => zoom(-1),
    0: () => zoom(-9), " ": () => { if (state.mode === "blink") { state.blink = false; swap(); } },
    c: () => { const card = $("cards").children[Math.max(0, state.here)]; const button = card && card.querySelector(".copy"); if (button) copy(here(), button); },
  };
  MODES.forEach(([mode], i) => { KEYS[i + 1] = () => { state.mode = mode; draw(); }; });
  const slide = (step) => {
    const card = $("cards").children[Math.max(0, state.here)];
    const range = card && card.querySelector(".slide");
    if (range) { range.value = Number(range.value) + step; range.dispatchEvent(new Event("input")); }
  };
  KEYS.ArrowLeft = () => slide(-2);
  KEYS.ArrowRight = () => slide(2);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
    const typing = event.target.matches("input[type=search], select, input[type=range]");
    if (typing && event.key !== "Escape") return;
    if (event.key === " " && event.target.matches("button, input")) return;
    const does = KEYS[event.key];
    if (!does || (event.key === " " && state.mode !== "blink")) return;
    event.preventDefault();
    if (event.key === "Escape") event.target.blur();
    does();
  });
  // What a link says: #mode=slider&zoom=2
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    if (key === "mode" && MODES.some(([mode]) => mode === value)) state.mode = value;
    if (key === "zoom" && ZOOMS.some(([zoom]) => zoom === value)) state.zoom = Number(value);
  }
  draw();
})();
