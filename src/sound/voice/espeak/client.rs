//! Workers: a question → an answer, or why there is none. A worker that dies, or that takes too long, is left behind; the next question has a new one.
use super::{Answer, Ask};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// A line takes milliseconds; after so long a worker is taken for lost.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The library is not there, or cannot be used: no line of this run will be spoken.
    Lacking(String),
    /// There is no voice of that name; those that there are.
    Voice(String, Vec<String>),
    /// This line only.
    Line(String),
}

/// espeak-ng in its workers.
#[derive(Debug)]
pub struct Espeak {
    program: PathBuf,
    word: String,
    idle: Mutex<Vec<Worker>>,
    /// Why it cannot be used at all, once that is known.
    lacking: Mutex<Option<String>>,
    patience: Duration,
}

#[derive(Debug)]
struct Worker {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<(Answer, Vec<u8>)>,
}

impl Espeak {
    /// Workers are `program word`, which calls [`super::serve`].
    pub fn new(program: PathBuf, word: &str) -> Espeak {
        Espeak { program, word: word.to_owned(), idle: Mutex::default(), lacking: Mutex::default(), patience: PATIENCE }
    }

    /// The same that waits so long for a line.
    pub fn patient(mut self, patience: Duration) -> Espeak {
        self.patience = patience;
        self
    }

    /// Speaks: samples at the rate that comes with them, and phonemes.
    ///
    /// # Errors
    /// Why not.
    pub fn speak(&self, ask: &Ask) -> Result<(Vec<f32>, Answer), Fault> {
        if let Some(why) = lock(&self.lacking).clone() {
            return Err(Fault::Lacking(why));
        }
        let idle = lock(&self.idle).pop();
        let worker = idle.map_or_else(|| Worker::start(&self.program, &self.word), Ok);
        let mut worker = worker.map_err(|fault| Fault::Line(format!("espeak-ng's worker does not start: {fault}")))?;
        match worker.ask(ask, self.patience) {
            Ok((answer, bytes)) => {
                lock(&self.idle).push(worker);
                self.judge(answer, &bytes, ask)
            }
            Err(why) => {
                worker.end();
                Err(Fault::Line(why))
            }
        }
    }

    fn judge(&self, answer: Answer, bytes: &[u8], ask: &Ask) -> Result<(Vec<f32>, Answer), Fault> {
        match &answer.fault {
            None => {
                let sample = |pair: &[u8]| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32768.0;
                Ok((bytes.chunks_exact(2).map(sample).collect(), answer))
            }
            Some(_) if !answer.voices.is_empty() => Err(Fault::Voice(ask.voice.clone(), answer.voices)),
            Some(why) if why.contains("not installed") || why.contains("its data") => {
                *lock(&self.lacking) = Some(why.clone());
                Err(Fault::Lacking(why.clone()))
            }
            Some(why) => Err(Fault::Line(why.clone())),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Drop for Espeak {
    fn drop(&mut self) {
        lock(&self.idle).drain(..).for_each(Worker::end);
    }
}

impl Worker {
    fn start(program: &PathBuf, word: &str) -> std::io::Result<Worker> {
        let mut command = Command::new(program);
        command.arg(word).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the program that asks: it decides what becomes of its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let lost = || std::io::Error::other("it has no pipes");
        let questions = child.stdin.take().ok_or_else(lost)?;
        let stdout = child.stdout.take().ok_or_else(lost)?;
        let (say, answers) = channel();
        // A reader of its own: whoever asks can stop waiting.
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(answer) = answer(&mut stdout) {
                if say.send(answer).is_err() {
                    break;
                }
            }
        });
        Ok(Worker { child, questions, answers })
    }

    fn ask(&mut self, ask: &Ask, patience: Duration) -> Result<(Answer, Vec<u8>), String> {
        let died = "espeak-ng crashed on it";
        let mut line = serde_json::to_vec(ask).map_err(|fault| fault.to_string())?;
        line.push(b'\n');
        self.questions.write_all(&line).and_then(|()| self.questions.flush()).map_err(|_| died)?;
        self.answers.recv_timeout(patience).map_err(|why| match why {
            RecvTimeoutError::Timeout => "espeak-ng takes too long for it".to_owned(),
            RecvTimeoutError::Disconnected => died.to_owned(),
        })
    }

    fn end(mut self) {
        // Each fails only when it has just ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(from: &mut BufReader<ChildStdout>) -> std::io::Result<(Answer, Vec<u8>)> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    let answer: Answer = serde_json::from_str(&line)?;
    let mut bytes = vec![0; answer.samples.min(1 << 28) * 2];
    from.read_exact(&mut bytes)?;
    Ok((answer, bytes))
}
