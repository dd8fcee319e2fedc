//! Golden sheets: every body's model sheet and mood sheet as they were looked at and taken. `JABBER_GOLDEN=write cargo test
//! golden` takes new ones; look at them before they are committed.
use jabber_render::figure::template::shipped_names;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is drawn of each body: the name, and the options of `sheet`.
const SHEETS: [(&str, &[&str]); 2] = [("model", &["--width", "640"]), ("moods", &["--moods", "--width", "800"])];

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/sheets").join(format!("{name}.png"))
}

struct Pixels {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

fn decoded(path: &Path) -> Option<Pixels> {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).ok()?)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    bytes.truncate(frame.buffer_size());
    Some(Pixels { width: frame.width, height: frame.height, bytes })
}

/// How many pixels differ and by how much at most; a fault when the sizes do.
fn difference(a: &Pixels, b: &Pixels) -> Result<(usize, u8), String> {
    if (a.width, a.height) != (b.width, b.height) {
        return Err(format!("{}×{} instead of {}×{}", b.width, b.height, a.width, a.height));
    }
    let pixels = a.bytes.chunks_exact(3).zip(b.bytes.chunks_exact(3));
    let largest = |(p, q): (&[u8], &[u8])| p.iter().zip(q).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
    let differing = pixels.map(largest).filter(|most| *most > 0);
    Ok(differing.fold((0, 0), |(count, most), d| (count + 1, most.max(d))))
}

#[test]
fn golden_sheets_are_as_they_were_taken() {
    let write = std::env::var("JABBER_GOLDEN").is_ok_and(|how| how == "write");
    let folder = tempfile::tempdir().unwrap();
    let mut faults = Vec::new();
    for body in shipped_names() {
        for (kind, options) in SHEETS {
            let name = format!("{body}-{kind}");
            let drawn = folder.path().join(format!("{name}.png"));
            let args = [&["sheet", &*body, "-o", drawn.to_str().unwrap()], options].concat();
            let output = Command::new(env!("CARGO_BIN_EXE_jabber-render")).args(args).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            if write {
                fs::create_dir_all(golden(&name).parent().unwrap()).unwrap();
                fs::copy(&drawn, golden(&name)).unwrap();
            }
            match decoded(&golden(&name)).map(|taken| difference(&taken, &decoded(&drawn).unwrap())) {
                None => faults.push(format!("{name}: there is no golden sheet")),
                Some(Err(fault)) => faults.push(format!("{name}: {fault}")),
                Some(Ok((0, _))) => {}
                Some(Ok((count, most))) => faults.push(format!("{name}: {count} pixels differ, by {most} at most")),
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_difference_is_seen() {
    let pixels = |bytes: &[u8]| Pixels { width: 2, height: 1, bytes: bytes.to_vec() };
    assert_eq!(difference(&pixels(&[1, 2, 3, 4, 5, 6]), &pixels(&[1, 2, 3, 4, 9, 6])), Ok((1, 4)));
    assert!(difference(&pixels(&[0; 6]), &Pixels { width: 1, height: 2, bytes: vec![0; 6] }).is_err());
}
