//! Files that are made by a rule, so that none of them lies in the repository: pictures that claim or unfold to more than there is.
use flate2::Compression;
use std::io::Write;

/// The file that a rule names; its words say how large.
pub(super) fn file(rule: &str) -> Vec<u8> {
    let words: Vec<&str> = rule.split(' ').collect();
    let number = |at: usize| words[at].parse::<u32>().unwrap();
    match words[0] {
        "png" => png(number(1), number(2), &[], &packed(&[0; 64])),
        "png-full" => png(number(1), number(2), &[], &rows(number(1), number(2))),
        // A packed text, and a packed colour profile, of so many megabytes.
        "png-chunk" => {
            let bomb = [b"k\0\0", &zeros(number(2))[..]].concat();
            png(4, 4, &chunk(words[1].as_bytes(), &bomb), &rows(4, 4))
        }
        "png-pixels" => png(8, 8, &[], &zeros(number(1))),
        "jpeg" => jpeg(number(1) as u16, number(2) as u16),
        "webp" => webp(number(1), number(2)),
        "gif" => gif(number(1) as u16, number(2) as u16),
        "svg" => svg(words[1]).into_bytes(),
        "place" => cartoon(words[1], false),
        "prop" => cartoon(words[1], true),
        "noise" => (0..number(1)).map(|k| (k.wrapping_mul(2_654_435_761) >> 13) as u8).collect(),
        "zeros" => vec![0; number(1) as usize],
        "cut-font" => epaint_default_fonts::UBUNTU_LIGHT[..number(1) as usize].to_vec(),
        "wild-font" => wild_font(),
        _ => panic!("no rule {rule}"),
    }
}

/// A cartoon whose only picture is that file, as its place or as a prop.
fn cartoon(file: &str, prop: bool) -> Vec<u8> {
    let look = format!(r#"{{"P": {{"look": {{"template": "prop", "art": "{file}"}}, "at": {{"x": 0.5, "h": 0.5}}}}}}"#);
    let (cast, place) = if prop { (look.as_str(), "park") } else { ("{}", file) };
    format!(
        r#"{{"v": 1, "kind": "cartoon", "cast": {cast}, "places": {{"p": {{"background": "{place}"}}}},
"scripts": [{{"hat": {{"on": "scene", "name": "s", "place": "p"}}, "body": [{{"op": "wait", "for": 1}}]}}]}}"#
    )
    .into_bytes()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// So many megabytes of nothing, packed.
fn zeros(megabytes: u32) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
    let block = vec![0; 1 << 20];
    (0..megabytes).for_each(|_| packer.write_all(&block).unwrap());
    packer.finish().unwrap()
}

/// Rows of a picture of one grey, packed.
fn rows(width: u32, height: u32) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
    let mut row = vec![16; width as usize * 4 + 1];
    row[0] = 0;
    (0..height).for_each(|_| packer.write_all(&row).unwrap());
    packer.finish().unwrap()
}

fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(name);
    sum.update(data);
    let length = u32::try_from(data.len()).unwrap();
    [&length.to_be_bytes(), name, data, &sum.sum().to_be_bytes()].concat()
}

/// A PNG of 8 bits and four channels, whatever its pixels are.
fn png(width: u32, height: u32, extra: &[u8], pixels: &[u8]) -> Vec<u8> {
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let (head, pixels, end) = (chunk(b"IHDR", &head), chunk(b"IDAT", pixels), chunk(b"IEND", &[]));
    [b"\x89PNG\r\n\x1a\n", &head[..], extra, &pixels, &end].concat()
}

fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut file = b"\xff\xd8\xff\xc0\x00\x11\x08".to_vec();
    file.extend([height.to_be_bytes(), width.to_be_bytes()].concat());
    file.extend(b"\x03\x01\x11\x00\x02\x11\x01\x03\x11\x01\xff\xda\x00\x0c\x03\x01\x00\x02\x11\x03\x11\x00\x3f\x00");
    file.extend([0; 1000]);
    file
}

fn webp(width: u32, height: u32) -> Vec<u8> {
    let mut data = b"\x2f".to_vec();
    data.extend(((width - 1) | ((height - 1) << 14)).to_le_bytes());
    data.extend([0; 5]);
    let mut file = b"RIFF".to_vec();
    file.extend((data.len() as u32 + 12).to_le_bytes());
    file.extend(b"WEBPVP8L");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

fn gif(width: u16, height: u16) -> Vec<u8> {
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    [b"GIF89a", &size[..], b"\0\0\0\x2c\0\0\0\0", &size, b"\0\x02\x02\x44\x01\0;"].concat()
}

/// A font whose tables lie far outside of it.
fn wild_font() -> Vec<u8> {
    let mut font = epaint_default_fonts::UBUNTU_LIGHT.to_vec();
    // Twelve bytes, then sixteen for each table: its name, a sum, where it lies, how long it is.
    let tables = u16::from_be_bytes([font[4], font[5]]) as usize;
    for table in 0..tables {
        font[12 + table * 16 + 8..12 + table * 16 + 16].fill(0xff);
    }
    font
}

/// Things that refer to ten of those before them, nine times over: a thousand million.
fn tower(first: &str, level: impl Fn(usize) -> String, last: &str) -> String {
    let levels: String = (1..10).map(level).collect();
    format!("<defs>{first}{levels}</defs>{last}")
}

fn svg(name: &str) -> String {
    let ten = |k: usize, how: &str| format!(r##"<rect width="9" height="9" {how}="url(#t{})"/>"##, k - 1).repeat(10);
    let rect = r#"<rect width="9" height="9"/>"#;
    let of = |word: &str, how: &str| {
        let open = format!(r#"{word} width="1" height="1""#);
        let first = format!(r#"<{open} id="t0">{rect}</{word}>"#);
        let level = |k: usize| format!(r#"<{open} id="t{k}">{}</{word}>"#, ten(k, how));
        tower(&first, level, &format!(r##"<rect width="99" height="99" {how}="url(#t9)"/>"##))
    };
    let (mut doctype, body) = (String::new(), match name {
        "uses" => tower(
            r#"<rect id="t0" width="9" height="9"/>"#,
            |k| format!(r#"<g id="t{k}">{}</g>"#, format!(r##"<use href="#t{}"/>"##, k - 1).repeat(10)),
            r##"<use href="#t9"/>"##,
        ),
        "patterns" => of("pattern", "fill"),
        "clips" => of("clipPath", "clip-path"),
        "masks" => of("mask", "mask"),
        "markers" => {
            let path = "M0 0L1 1".repeat(1000);
            format!(r##"<marker id="m"><path d="{path}"/></marker><path d="{path}" marker-mid="url(#m)"/>"##)
        }
        "attributes" => format!("<rect{}/>", (0..50_000).map(|k| format!(r#" a{k}="1""#)).collect::<String>()),
        "declarations" => format!(r#"<rect style="{}"/>"#, "fill:red;".repeat(50_000)),
        "names" => {
            let spaces: String = (0..50_000).map(|k| format!(r#" xmlns:a{k}="urn:{k}""#)).collect();
            format!("<g{spaces}>{rect}</g>")
        }
        "rules" => {
            let rules: String = (0..50_000).map(|k| format!(".a{k}{{fill:red}}")).collect();
            format!("<style>{rules}</style>{rect}")
        }
        "letters" => format!(r#"{rect}<text y="20">Hello</text>"#),
        "sheet" => {
            let rules: String = (0..2000).map(|k| format!(".a{k} .b{k}{{fill:red}}")).collect();
            format!("<style>{rules}</style>{}", r#"<rect class="a" width="1" height="1"/>"#.repeat(20_000))
        }
        "deep" => format!("{}{rect}{}", r#"<g opacity=".9">"#.repeat(900), "</g>".repeat(900)),
        "layers" => format!("{}{rect}{}", r#"<g opacity=".9">"#.repeat(60), "</g>".repeat(60)),
        "many" => rect.repeat(400_000),
        "arcs" => format!(r#"<path d="M0 0 {}" stroke="red"/>"#, "A1e9 1e9 0 1 1 50 50 ".repeat(20_000)),
        "dashes" => r#"<path d="M0 0 H1e9" stroke="red" stroke-dasharray="1e-6"/>"#.to_owned(),
        "blur" => format!(r##"<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><g filter="url(#f)">{rect}</g>"##),
        "self" => r##"<g id="a"><use href="#a"/></g><pattern id="p"><rect width="9" height="9" fill="url(#p)"/></pattern>"##.to_owned(),
        "image" | "entity" | "external" | "import" | "huge" | "nothing" | "laughs" => String::new(),
        _ => panic!("no picture {name}"),
    });
    let mut size = r#"width="100" height="100""#;
    let body = match name {
        "image" => ["file:///etc/passwd", "http://127.0.0.1:9/a.png", "../toon.json", "data:image/svg+xml;base64,AAAA"]
            .map(|from| format!(r#"<image href="{from}" width="9" height="9"/>"#))
            .concat(),
        "laughs" => {
            let each = |k: usize| format!(r#"<!ENTITY e{k} "{}">"#, format!("&e{};", k - 1).repeat(10));
            doctype = format!("<!DOCTYPE svg [<!ENTITY e0 \"ha\">{}]>", (1..10).map(each).collect::<String>());
            "<text>&e9;</text>".to_owned()
        }
        "entity" => {
            doctype = format!("<!DOCTYPE svg [<!ENTITY e \"{}\">]>", rect.replace('"', "'").repeat(1000));
            "&e;".repeat(3000)
        }
        "external" => {
            doctype = "<!DOCTYPE svg [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>".to_owned();
            "<text>&e;</text>".to_owned()
        }
        "import" => format!("<style>@import url(\"file:///etc/passwd\");@import 'http://127.0.0.1:9/a';</style>{rect}"),
        "huge" => {
            size = r#"width="1e30" height="1e30" viewBox="0 0 1e30 1e30""#;
            r#"<rect width="1e30" height="1e30"/>"#.to_owned()
        }
        "nothing" => {
            size = r#"width="0" height="-5" viewBox="0 0 0 0""#;
            rect.to_owned()
        }
        _ => body,
    };
    format!(r#"{doctype}<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>"#)
}
