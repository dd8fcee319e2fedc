"use strict";
(() => {
  const packs = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const words = {
    cartoon: "Cartoons", character: "Characters", behaviour: "Behaviours", scene: "Scenes", place: "Places", prop: "Props", look: "Looks", voice: "Voices",
  };
  const wide = ["cartoon", "scene"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const touch = matchMedia("(hover: none)");

  /** An element with properties, attributes and children. Text is only ever set as text. */
  const make = (tag, set = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(set)) {
      if (key in made && typeof value !== "string") made[key] = value;
      else if (key === "text") made.textContent = value;
      else made.setAttribute(key, value);
    }
    made.append(...children.filter(Boolean));
    return made;
  };

  // What is asked for; it stands in the address too.
  const asked = { q: "", type: "", tag: "", id: "" };
  const read = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const key of Object.keys(asked)) asked[key] = given.get(key) || "";
    // A type that is none here asks for nothing.
    if (!packs.some((pack) => pack.type === asked.type)) asked.type = "";
  };
  const write = () => {
    const given = new URLSearchParams();
    for (const [key, value] of Object.entries(asked)) if (value) given.set(key, value);
    const hash = given.toString().replace(/%3A/gi, ":");
    if (location.hash.slice(1) !== hash) history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  };

  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  for (const pack of packs) {
    pack.found = plain([pack.name, pack.id, pack.type, pack.description, ...pack.tags].join(" "));
    pack.called = plain(`${pack.name} ${pack.id.split(":").pop()}`);
  }
  const matches = (pack, { q, type, tag }) => {
    if (type && pack.type !== type) return false;
    if (tag && !pack.tags.includes(tag)) return false;
    return plain(q).split(/\s+/).filter(Boolean).every((word) => pack.found.includes(word));
  };

  // Motion: under the pointer or the focus; on touch screens what is in sight; everything when asked; nothing by itself for those who want none.
  let all = touch.matches && !still.matches;
  const moving = (pack, alt) => {
    const { file, width, height } = pack.clip;
    if (!file.endsWith(".mp4")) return make("img", { src: file, alt, width, height });
    return make("video", { src: file, muted: true, loop: true, autoplay: true, playsInline: true, width, height, "aria-label": alt });
  };
  const play = (view, pack) => {
    if (!pack.clip || view.querySelector(".moves")) return;
    const clip = moving(pack, "");
    clip.classList.add("moves");
    clip.setAttribute("aria-hidden", "true");
    view.append(clip);
  };
  const rest = (view) => view.querySelector(".moves")?.remove();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && all) play(target, target.pack);
      else if (!isIntersecting || !target.matches(":hover, :focus-visible *")) rest(target);
    }
  }, { rootMargin: "40px" });
  const look = () => {
    seen.disconnect();
    document.querySelectorAll(".view").forEach((view) => seen.observe(view));
  };

  const copy = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Where the clipboard is not to be had by script, the old way.
      const field = make("textarea", { class: "unseen", text });
      button.after(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      button.focus();
    }
    button.classList.add("copied");
    button.textContent = "copied";
    setTimeout(() => {
      button.classList.remove("copied");
      button.textContent = text;
    }, 1100);
  };
  const id = (pack) => {
    const button = make("button", { type: "button", class: "id", title: "Copy this id", "aria-label": `Copy ${pack.id}`, text: pack.id });
    button.addEventListener("click", () => copy(button, pack.id));
    return button;
  };

  const picture = ({ file, width, height, alt }, lazy) =>
    make("img", { src: file, alt, width, height, decoding: "async", ...(lazy ? { loading: "lazy" } : {}) });

  const item = (pack) => {
    const view = make("span", { class: "view" }, picture(pack.poster, true));
    view.pack = pack;
    const card = make("button", { type: "button", class: "card", "aria-haspopup": "dialog" }, view, make("span", { class: "name", text: pack.name }));
    const begin = () => still.matches || play(view, pack);
    const end = () => all || rest(view);
    card.addEventListener("pointerenter", ({ pointerType }) => pointerType === "touch" || begin());
    card.addEventListener("pointerleave", end);
    card.addEventListener("focus", () => card.matches(":focus-visible") && begin());
    card.addEventListener("blur", end);
    card.addEventListener("click", () => open(pack));
    return make("li", { class: "item", "data-id": pack.id }, card, make("p", { class: "text", text: pack.description }), id(pack));
  };
  for (const pack of packs) pack.item = item(pack);

  const chip = (text, count, pressed, click) => {
    const button = make("button", { type: "button", "aria-pressed": String(pressed), text });
    if (count !== undefined) button.append(make("small", { text: String(count) }));
    if (count === 0) button.classList.add("few");
    button.addEventListener("click", click);
    return button;
  };
  const set = (change) => {
    Object.assign(asked, change);
    show();
  };

  const show = () => {
    const shown = packs.filter((pack) => matches(pack, asked));
    const shelf = $("shelf");
    const types = [...new Set(packs.map((pack) => pack.type))];
    const call = plain(asked.q).trim();
    const sections = types.map((type) => {
      const own = shown.filter((pack) => pack.type === type);
      // What is called so comes before what only speaks of it.
      if (call) own.sort((a, b) => b.called.includes(call) - a.called.includes(call));
      if (!own.length) return null;
      const title = make("h2", { text: words[type] || type }, make("small", { text: String(own.length) }));
      const list = make("ul", { class: wide.includes(type) ? "grid wide" : "grid" }, ...own.map((pack) => pack.item));
      return make("section", { "aria-label": words[type] || type }, title, list);
    });
    const active = document.activeElement;
    shelf.replaceChildren(...sections.filter(Boolean));
    if (shelf.contains(active)) active.focus();
    $("none").hidden = shown.length > 0;
    $("said").textContent =
      shown.length === packs.length ? `${packs.length} pieces to make cartoons of` : `${shown.length} of ${packs.length}`;
    const count = (change) => packs.filter((pack) => matches(pack, { ...asked, ...change })).length;
    $("types").replaceChildren(
      chip("All", count({ type: "" }), !asked.type, () => set({ type: "" })),
      ...types.map((type) => chip(words[type] || type, count({ type }), asked.type === type, () => set({ type: asked.type === type ? "" : type }))),
    );
    const tags = new Map();
    for (const pack of packs.filter((pack) => matches(pack, { ...asked, tag: "" }))) for (const tag of pack.tags) tags.set(tag, (tags.get(tag) || 0) + 1);
    if (asked.tag && !tags.has(asked.tag)) tags.set(asked.tag, 0);
    const sorted = [...tags].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
    $("tags").replaceChildren(...sorted.map(([tag, n]) => chip(tag, n, asked.tag === tag, () => set({ tag: asked.tag === tag ? "" : tag }))));
    $("more").firstElementChild.textContent = asked.tag ? `Tag: ${asked.tag}` : "Tags";
    write();
    look();
  };

  const box = $("box");
  const open = (pack) => {
    asked.id = pack.id;
    write();
    const pictures = make("div", { class: "pictures" });
    const poster = picture(pack.poster, false);
    pictures.append(poster);
    if (pack.clip) {
      const run = () => poster.replaceWith(moving(pack, pack.poster.alt));
      if (still.matches) {
        const button = make("button", { type: "button", class: "again", text: "▶ Play" });
        button.addEventListener("click", () => (run(), button.remove()));
        pictures.append(button);
      } else run();
    }
    pictures.append(...(pack.more || []).map((more) => picture(more, true)));
    const close = make("button", { type: "button", class: "close", "aria-label": "Close", text: "✕" });
    close.addEventListener("click", () => box.close());
    const facts = make("dl", {}, ...(pack.facts || []).flatMap(([word, value]) => [make("dt", { text: word }), make("dd", { text: value })]));
    const tags = make("div", { class: "chips wrap", role: "group", "aria-label": "Tags" }, ...pack.tags.map((tag) =>
      chip(tag, undefined, false, () => (box.close(), set({ tag, q: "", type: "" })))));
    const sound = pack.sound && make("audio", { src: pack.sound, controls: true, preload: "none" });
    box.replaceChildren(
      make("div", { class: "sheet" }, pictures, make("div", { class: "words" },
        make("h3", { id: "box-name", text: pack.name }),
        make("p", { class: "kind", text: `${pack.type} · version ${pack.version}` }),
        id(pack), make("p", { text: pack.description }), sound, facts, tags)),
      close,
    );
    if (!box.open) box.showModal();
    close.focus({ preventScroll: true });
    box.scrollTop = 0;
  };
  box.addEventListener("close", () => {
    const pack = packs.find((pack) => pack.id === asked.id);
    asked.id = "";
    write();
    box.replaceChildren();
    pack?.item.querySelector(".card").focus({ preventScroll: true });
  });
  box.addEventListener("click", (event) => event.target === box && box.close());

  const search = $("search");
  search.addEventListener("input", () => set({ q: search.value }));
  $("all").addEventListener("click", () => ((search.value = ""), set({ q: "", type: "", tag: "" }), search.focus()));
  addEventListener("keydown", (event) => {
    if (box.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.select();
      search.focus();
    } else if (event.key === "Escape" && (asked.q || asked.tag || asked.type)) {
      search.value = "";
      set({ q: "", type: "", tag: "" });
    } else if (/^Arrow(Left|Right|Up|Down)$/.test(event.key) && document.activeElement?.matches(".card")) {
      const cards = [...document.querySelectorAll(".card")];
      const here = document.activeElement.getBoundingClientRect();
      const way = event.key.endsWith("Right") ? 1 : event.key.endsWith("Left") ? -1 : 0;
      let next = cards[cards.indexOf(document.activeElement) + way];
      if (!way) {
        const down = event.key.endsWith("Down");
        const rows = cards.map((card) => [card, card.getBoundingClientRect()]).filter(([, at]) => (down ? at.top > here.bottom : at.bottom < here.top));
        const far = ([, at]) => Math.abs(at.top - here.top) * 4 + Math.abs(at.left - here.left);
        next = rows.sort((a, b) => far(a) - far(b))[0]?.[0];
      }
      if (next) (event.preventDefault(), next.focus());
    }
  });

  const motion = $("motion");
  const told = () => {
    motion.setAttribute("aria-pressed", String(all));
    motion.firstElementChild.textContent = all ? "⏸" : "▶";
    motion.lastElementChild.textContent = all ? "Pause" : "Play all";
  };
  told();
  motion.addEventListener("click", () => {
    all = !all;
    told();
    if (!all) document.querySelectorAll(".view").forEach(rest);
    look();
  });

  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // A page from disk may have no store: the choice lasts as long as the page.
  }
  const paint = () => (document.documentElement.dataset.theme = chosen || (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", paint);
  $("theme").addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", chosen);
    } catch {
      // As above.
    }
    paint();
  });
  paint();

  const bar = document.querySelector(".bar");
  addEventListener("scroll", () => bar.classList.toggle("stuck", scrollY > bar.offsetTop - 1 && scrollY > 40), { passive: true });
  const start = () => {
    read();
    search.value = asked.q;
    const wanted = asked.id;
    show();
    const pack = packs.find((pack) => pack.id === wanted);
    if (pack) open(pack);
    else if (box.open) box.close();
  };
  addEventListener("hashchange", start);
  start();
})();
