//! The worker: questions in, a line of JSON each; answers out, a line of JSON and the samples.
use super::api::Api;
use super::{Answer, Ask};
use std::io::{BufRead, Write};

/// Answers until there are no more questions.
///
/// # Errors
/// When nobody listens any more.
pub fn serve(input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let api = Api::load();
    for line in input.lines() {
        let line = line?;
        let answer = match (serde_json::from_str::<Ask>(&line), &api) {
            (Ok(ask), Ok(api)) => said(api, &ask),
            (Err(fault), _) => (refused(fault.to_string()), Vec::new()),
            (_, Err(fault)) => (refused(fault.clone()), Vec::new()),
        };
        serde_json::to_writer(&mut output, &answer.0)?;
        output.write_all(b"\n")?;
        let bytes: Vec<u8> = answer.1.iter().flat_map(|x: &i16| x.to_le_bytes()).collect();
        output.write_all(&bytes)?;
        output.flush()?;
    }
    Ok(())
}

fn refused(fault: String) -> Answer {
    Answer { fault: Some(fault), ..Default::default() }
}

fn said(api: &Api, ask: &Ask) -> (Answer, Vec<i16>) {
    if let Some((language, variant)) = ask.voice.split_once('+') {
        let known = api.variants();
        // Numbers stand for some of them.
        if !known.is_empty() && !known.iter().any(|known| known == variant) && variant.parse::<u8>().is_err() {
            let voices = known.iter().map(|known| format!("{language}+{known}")).collect();
            return (Answer { voices, ..refused(format!("espeak-ng has no variant {variant}")) }, Vec::new());
        }
    }
    let spoken = match api.voice(&ask.voice) {
        Ok(true) => api.set(ask.rate, ask.pitch, ask.range).and_then(|()| api.speak(&ask.text)),
        Ok(false) => {
            let answer = refused(format!("espeak-ng has no voice {}", ask.voice));
            return (Answer { voices: api.languages(), ..answer }, Vec::new());
        }
        Err(fault) => Err(fault),
    };
    match spoken {
        Ok((samples, phonemes)) => {
            let (rate, version) = (api.rate, api.version());
            (Answer { rate, version, samples: samples.len(), phonemes, ..Default::default() }, samples)
        }
        Err(fault) => (refused(fault), Vec::new()),
    }
}
