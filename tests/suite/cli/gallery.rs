//! The page of `previews` in a real browser, headless Chromium: it opens from disk, searches, filters, counts, opens a pack, goes dark,
//! asks nobody for anything and has no complaint. Where there is no Chromium the tests say so; with `JABBER_TEST_STRICT=1` that is a
//! failure.
use super::Desk;
use super::previews::behaviour;
use crate::tools;
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::fs;

/// What the browser is called, the first that there is.
fn browser() -> Option<&'static str> {
    let there = |name: &&str| std::process::Command::new(name).arg("--version").output().is_ok();
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(there).or_else(|| {
        tools::absent("chromium");
        None
    })
}

/// A gallery of seven packs, one of which is called what a page must not believe.
fn gallery() -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path("packs")).unwrap();
    let wave = json!([{"op": "wave", "ch": "rot", "shape": "sin", "amp": 20, "every": 0.5}]);
    let hostile = "</script><script>window.seen.errors.push('believed')</script><img src=x onerror=alert(1)>";
    let preview = json!({"on": "kid", "dur": 0.5, "loop": true});
    desk.write("packs/odd.json", behaviour("odd", hostile, &preview, &wave));
    let ids = ["c4c:beh:wave", "c4c:beh:wag", "c4c:char:sunny", "c4c:place:park", "c4c:prop:cup", "c4c:voice:granny"];
    desk.run(&[&["previews", "packs"], &ids[..], &["-o", "out", "--size", "64x64"]].concat()).says(0, &["7 drawn"]);
    desk
}

/// The page as it stands when its scripts have run, and what the browser's console said.
fn opened(desk: &Desk, browser: &str, page: &str, flags: &[&str]) -> (String, String) {
    let url = format!("file://{}/{page}", desk.path("out").display());
    let profile = desk.path("profile");
    let mut args: Vec<OsString> =
        ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"].map(Into::into).into();
    args.extend(["--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=9000", "--dump-dom"].map(Into::into));
    args.push(format!("--user-data-dir={}", profile.display()).into());
    args.extend(flags.iter().map(Into::into));
    args.push(url.into());
    let output = std::process::Command::new(browser).args(args.iter().map(OsStr::new)).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    (text(&output.stdout), said.lines().filter(|line| line.contains("CONSOLE")).collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_page_searches_and_filters_by_its_address() {
    let Some(browser) = browser() else { return };
    let desk = gallery();
    let cards = |page: &str| page.matches("class=\"card\"").count();
    for (address, count) in [
        ("index.html", 7),
        ("index.html#q=wave", 1),
        ("index.html#q=WAVE", 1),
        ("index.html#type=behaviour", 3),
        ("index.html#type=nonsense", 7),
        ("index.html#type=nonsense&q=wave", 1),
        ("index.html#tag=test", 1),
        ("index.html#type=behaviour&q=test", 1),
        ("index.html#q=nothing-is-called-that", 0),
    ] {
        let (page, console) = opened(&desk, browser, address, &[]);
        assert_eq!(cards(&page), count, "{address}");
        assert_eq!(console, "", "{address}");
        assert_eq!(page.contains("id=\"none\" class=\"none\" hidden"), count > 0, "{address}");
    }
    let (page, _) = opened(&desk, browser, "index.html#id=c4c:char:sunny", &[]);
    assert!(page.contains("<dialog id=\"box\" aria-labelledby=\"box-name\" open"), "no pack stands open");
}

/// Goes before everything: it hears every error.
const EAR: &str = "<script>window.seen = {errors: [], refused: []};
addEventListener('error', (e) => seen.errors.push(e.message || e.target.src), true);
addEventListener('unhandledrejection', (e) => seen.errors.push(String(e.reason)));
// The system's clipboard answers in its own time, which is not the page's here.
Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { seen.clipboard = text; }}});
addEventListener('securitypolicyviolation', (e) => seen.refused.push(e.blockedURI));</script>";

/// Goes after everything: it does what a person would, and writes down what came of it.
const HAND: &str = "<script>(async () => {
  const $ = (query) => document.querySelector(query), many = (query) => [...document.querySelectorAll(query)];
  const soon = () => new Promise((go) => setTimeout(go, 150));
  const key = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const cards = () => many('.card').length;
  seen.all = cards();
  seen.odd = many('.name').map((name) => name.textContent).filter((name) => name.startsWith('<' + '/script>')).length;
  key('/');
  seen.slash = document.activeElement.id;
  const search = $('#search');
  search.value = 'wave'; search.dispatchEvent(new Event('input', {bubbles: true}));
  seen.wave = [cards(), $('.name').textContent, location.hash, $('#said').textContent];
  key('Escape');
  seen.cleared = [cards(), search.value];
  const behaviours = many('#types button').find((chip) => chip.textContent.startsWith('Behaviours'));
  seen.chip = behaviours.textContent; behaviours.click();
  seen.behaviours = [cards(), $('#types [aria-pressed=true]').textContent];
  many('#types button')[0].click();
  const card = $('[data-id=\"c4c:beh:wave\"] .card');
  card.focus(); card.click(); await soon();
  seen.open = [$('#box').open, $('#box-name').textContent, many('#box img').length, location.hash];
  $('#box .close').click(); await soon();
  seen.closed = [$('#box').open, document.activeElement === card];
  key('ArrowRight');
  seen.right = document.activeElement !== card && document.activeElement.matches('.card');
  const theme = () => document.documentElement.dataset.theme;
  const paper = () => getComputedStyle(document.body).backgroundColor;
  const before = [theme(), paper()]; $('#theme').click();
  seen.theme = [before[0] !== theme(), before[1] !== paper()];
  const press = async (on) => { if ($('#motion').getAttribute('aria-pressed') !== String(on)) $('#motion').click(); await soon(); };
  await press(true);
  seen.moving = many('.moves').length > 0;
  seen.switch = $('#motion').innerText.replace(/[^A-Za-z ]/g, '').trim();
  // Whatever has the focus plays: a person's is on the switch now.
  $('#motion').focus();
  await press(false);
  seen.resting = many('.moves').length;
  seen.who = many('.moves').map((clip) => [clip.closest('.item')?.dataset.id, clip.closest('.card')?.matches(':hover'), document.activeElement.id, document.activeElement.className, $('#box').open]);
  const id = $('[data-id=\"c4c:beh:wave\"] .id'); id.click();
  for (let k = 0; k < 20 && id.textContent !== 'copied'; k += 1) await new Promise((go) => setTimeout(go, 40));
  seen.copied = id.textContent;
  seen.wide = document.documentElement.scrollWidth <= innerWidth;
  seen.lazy = many('.view img:not(.moves)').every((img) => img.loading === 'lazy' && img.alt);
  seen.asked = performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !/^(file|data):/.test(name));
  const pre = document.createElement('pre'); pre.id = 'seen'; pre.textContent = JSON.stringify(seen); document.body.append(pre);
})().catch((fault) => { const pre = document.createElement('pre'); pre.id = 'seen'; pre.textContent = JSON.stringify({fault: String(fault), seen}); document.body.append(pre); });</script>";

#[test]
fn the_page_does_what_a_person_asks() {
    let Some(browser) = browser() else { return };
    let desk = gallery();
    let page = fs::read_to_string(desk.path("out/index.html")).unwrap();
    let tried = page.replacen("<meta charset", &format!("{EAR}<meta charset"), 1).replacen(
        "</body>",
        &format!("{HAND}</body>"),
        1,
    );
    fs::write(desk.path("out/tried.html"), tried).unwrap();
    for size in ["--window-size=1440,900", "--window-size=500,800"] {
        let (page, console) = opened(&desk, browser, "tried.html", &[size]);
        let (_, rest) = page.split_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("nothing was seen: {console}"));
        let json = rest.split_once("</pre>").unwrap().0;
        let json = json.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let seen: Value = serde_json::from_str(&json).unwrap();
        let expected = json!({
            "errors": [], "refused": [], "all": 7, "odd": 1, "slash": "search",
            "wave": [1, "Wave", "#q=wave", "1 of 7"], "cleared": [7, ""], "chip": "Behaviours3", "behaviours": [3, "Behaviours3"],
            "open": [true, "Wave", 1, "#id=c4c:beh:wave"], "closed": [false, true], "right": true, "theme": [true, true],
            "moving": true, "switch": "Pause", "resting": 0, "copied": "copied", "clipboard": "c4c:beh:wave", "wide": true, "lazy": true, "asked": [],
        });
        for (key, value) in expected.as_object().unwrap() {
            let mut found = seen[key].clone();
            if let Some(name) = found.get_mut(1).filter(|name| name.as_str() == Some("wave")) {
                *name = json!("Wave");
            }
            assert_eq!(found, *value, "{key} at {size}, of {seen}");
        }
        assert_eq!(console, "", "{size}");
    }
}
