//! Around the forms of film: captions beside them, pipes, what is said where a form cannot be made, and words that do not go together.
use super::Ran;
use super::forms::desk;
use std::io::Read;
use std::process::Stdio;

#[test]
fn captions_lie_beside_with_the_times_of_the_timeline() {
    let desk = desk();
    let small = ["--size", "32x24", "--from", "0.125", "--format", "png", "-o"];
    let film = |name: &str, more: &[&str]| desk.run(&[&["toon.json"], &small[..], &[name], more].concat());
    film("srt", &["--captions", "srt"]).says(0, &[]);
    // The caption lasts 0.25 s from 0; the lines 0.5 s from 0.5 and from 0.75; the film begins at 0.125.
    let srt = "1\n00:00:00,000 --> 00:00:00,125\nOnce <again>\n\n\
               2\n00:00:00,375 --> 00:00:00,875\nHello!\n\n\
               3\n00:00:00,625 --> 00:00:01,125\nNo.\n\n";
    assert_eq!(String::from_utf8(desk.bytes("srt.srt")).unwrap(), srt);
    film("vtt", &["--captions", "vtt", "--caption-names"]).says(0, &[]);
    let vtt = "WEBVTT\n\n00:00:00.000 --> 00:00:00.125\nOnce &lt;again&gt;\n\n\
               00:00:00.375 --> 00:00:00.875\n<v Sunny>Hello!\n\n\
               00:00:00.625 --> 00:00:01.125\n<v Di &amp; Jo>No.\n\n";
    assert_eq!(String::from_utf8(desk.bytes("vtt.vtt")).unwrap(), vtt);
    film("none", &["--captions", "none"]).says(0, &[]);
    film("plain", &["--caption-style", "none"]).says(0, &[]);
    film("burn", &[]).says(0, &[]);
    let picture = |folder: &str| desk.bytes(&format!("{folder}/000014.png"));
    assert!(
        picture("srt") == picture("plain")
            && picture("none") == picture("plain")
            && picture("burn") != picture("plain")
    );
    assert!(!desk.names().iter().any(|name| name.starts_with("none.") || name.starts_with("burn.")));
}

#[test]
fn what_needs_ffmpeg_says_so_before_a_frame_is_drawn() {
    for (name, more, encoder) in [
        ("a.mov", &[][..], "prores_ks"),
        ("a.webm", &[], "libvpx-vp9"),
        ("a.mkv", &[], "ffv1"),
        ("a.mp4", &["--codec", "av1"], "libsvtav1"),
        ("a.mp4", &["--crf", "20"], "libx264"),
        ("a.mp4", &["--encoder", "h264_nvenc"], "h264_nvenc"),
    ] {
        let desk = desk();
        // So many frames that drawing them would not go unseen.
        let ran = desk.run_bare(&[&["toon.json", "-o", name, "--fps", "240"], more].concat());
        ran.says(3, &["no ffmpeg found", encoder, " install ffmpeg", "mp4, gif, apng, webp, png, y4m, rgba"]);
        assert!(!ran.said.contains("frames,"), "{}", ran.said);
        assert_eq!(desk.names(), ["toon.json"]);
    }
}

#[cfg(unix)]
#[test]
fn an_encoder_that_fails_is_quoted_and_nothing_takes_its_place() {
    use std::os::unix::fs::PermissionsExt;
    let desk = desk();
    let script = "#!/bin/sh\ncase \"$*\" in *encoder=h264_nvenc*) echo Encoder h264_nvenc; exit;; *encoder=*) exit;; esac\n\
                  echo 'Cannot load libcuda.so.1' >&2; head -c 100 >/dev/null; exit 1\n";
    desk.write("ffmpeg", script);
    std::fs::set_permissions(desk.path("ffmpeg"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = desk.path("");
    let run = |encoder: &str| {
        let args = ["toon.json", "-o", "a.mp4", "--size", "96x64", "--encoder", encoder];
        Ran::of(&desk.command(&args).env("PATH", format!("{}:/usr/bin:/bin", path.display())).output().unwrap())
    };
    run("h264_nvenc").says(3, &["ffmpeg ended with", "Cannot load libcuda.so.1"]);
    run("h264_qsv").says(3, &["has no h264_qsv", " install ffmpeg"]);
    assert_eq!(desk.names(), ["ffmpeg", "toon.json"]);
}

#[test]
fn words_that_do_not_go_together_are_refused() {
    let desk = desk();
    for (args, message) in [
        (&["-o", "a.gif", "--crf", "3"][..], "--crf is for forms that ffmpeg makes"),
        (&["-o", "a/", "--preset", "fast"], "--preset is for forms that ffmpeg makes"),
        (&["-o", "a.webm", "--codec", "h264"], "--codec is for mp4"),
        (&["-o", "a.mp4", "--codec", "h265", "--encoder", "h264_nvenc"], "h264_nvenc makes no h265"),
        (&["-o", "a.mov", "--crf", "3"], "the encoder prores_ks has no --crf"),
        (&["-o", "a.mkv", "--preset", "3"], "the encoder ffv1 has no --preset"),
        (&["-o", "a.avi"], "no film form is named .avi"),
        (&["-o", "a.mp4", "--format", "avi"], "the forms are mp4, mov"),
        (&["-o", "-", "--format", "gif"], "a pipe takes no gif"),
        (&["-o", "-", "--json"], "cannot have both"),
        (&["-o", "-", "--captions", "srt"], "no place beside it"),
        (&["-o", "-", "--audio", "wav"], "no place beside it"),
        (&["-o", "a.mp4", "--quality", "fine"], "draft, good or best"),
        (&["-o", "a.gif", "--fps", "241"], "from 1 to 240"),
        (&["-o", "a.gif", "--size", "7681x16"], "16 to 7680"),
    ] {
        let ran = desk.run(&[&["toon.json"], args].concat());
        ran.says(2, &[message]);
        assert_eq!((desk.names(), ran.gave.as_str()), (vec!["toon.json".to_owned()], ""), "{args:?}");
    }
}

#[test]
fn a_pipe_gets_every_frame_and_may_close_early() {
    let desk = desk();
    let args = ["toon.json", "-o", "-", "--size", "96x64", "--to", "0.5", "--format", "rgba"];
    let output = desk.command(&args).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 12 * 96 * 64 * 4));
    desk.film("a.rgba", &[]).says(0, &[]);
    assert!(output.stdout == desk.bytes("a.rgba"));
    let args = ["toon.json", "-o", "-", "--size", "320x180"];
    let mut child = desk.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut head = [0; 9];
    child.stdout.take().unwrap().read_exact(&mut head).unwrap();
    assert_eq!(&head, b"YUV4MPEG2");
    // Nobody reads on: that is no fault of anybody's.
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("error"));
}
