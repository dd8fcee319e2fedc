//! Long work: parts by frame number, parts joined, and films that outlive the end of whoever makes them.
mod chunks;
mod joins;
mod parts;

use super::super::tools;
use super::{Desk, Ran};
use std::ffi::OsStr;

/// Small and slow: the example's 22.083 s are 133 frames, of which chunks have 60.
const SMALL: [&str; 6] = ["--size", "64x36", "--fps", "6", "-q", "--no-system-fonts"];

fn film<'a>(output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["morning.json", "-o", output], SMALL.as_slice(), more].concat()
}

impl Desk {
    fn makes(&self, args: &[&str]) -> Ran {
        let ran = self.run(args);
        ran.says(0, &[]);
        ran
    }
}

/// What ffprobe says of a film, a line a packet or stream.
fn probe(desk: &Desk, name: &str, entries: &str) -> Option<Vec<String>> {
    let path = desk.path(name);
    let args = ["-v", "error", "-show_entries", entries, "-of", "csv=p=0"].map(OsStr::new);
    let text = tools::run("ffprobe", args.into_iter().chain([path.as_os_str()]))?;
    Some(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// The hash of every frame as it is decoded.
fn decoded(desk: &Desk, name: &str) -> Option<Vec<String>> {
    let path = desk.path(name);
    let args = ["-v", "error", "-i"].map(OsStr::new).into_iter().chain([path.as_os_str()]);
    let out = ["-map", "0:v:0", "-f", "framemd5", "-"].map(OsStr::new);
    let text = tools::run("ffmpeg", args.chain(out))?;
    let hash = |line: &str| line.rsplit(',').next().unwrap_or_default().trim().to_owned();
    Some(text.lines().filter(|line| !line.starts_with('#')).map(hash).collect())
}

/// Two films show as many frames at the same times, and last as long; in each the packets follow each other.
fn same_times(desk: &Desk, one: &str, other: &str) {
    let times = |name: &str| {
        let mut times: Vec<String> = video(desk, name, "packet=pts_time");
        times.sort_by(|a, b| a.parse::<f64>().unwrap().total_cmp(&b.parse().unwrap()));
        times
    };
    assert_eq!(times(one), times(other), "{one}");
    let orders: Vec<f64> = video(desk, one, "packet=dts_time").iter().map(|time| time.parse().unwrap()).collect();
    assert!(orders.is_sorted_by(|a, b| a < b), "{one}: {orders:?}");
    let facts = "stream=codec_name,start_time,duration,nb_frames,avg_frame_rate:format=duration";
    assert_eq!(probe(desk, one, facts), probe(desk, other, facts), "{one}");
}

fn video(desk: &Desk, name: &str, entries: &str) -> Vec<String> {
    let path = desk.path(name);
    let args = ["-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "csv=p=0"].map(OsStr::new);
    let text = tools::run("ffprobe", args.into_iter().chain([path.as_os_str()])).unwrap();
    text.lines().map(|line| line.trim_end_matches(',').to_owned()).filter(|line| !line.is_empty()).collect()
}
