//! Outside bots as processes: a line of JSON in, a line of JSON out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use bots::{Outside, Utterance};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest line a bot may answer.
const LONGEST: usize = 1 << 16;

/// A program that plays, started by a shell command.
pub(crate) struct Process {
    /// Nothing once it is known to be gone.
    running: Option<Running>,
    patience: Duration,
    /// Why it is not running.
    trouble: String,
    /// What it said with its last answer.
    words: Vec<Word>,
}

struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

/// A line that answers a question.
pub(crate) trait Answer: DeserializeOwned {
    /// The revision of the question.
    fn revision(&self) -> u64;
}

/// What a bot answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    revision: u64,
    /// The option's code; null to let the moment pass.
    code: Option<u32>,
    /// What it says with it.
    #[serde(default)]
    say: Vec<Word>,
}

/// A claim.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    code: u32,
    #[serde(default)]
    reply_to: Option<u32>,
}

impl Answer for Choice {
    fn revision(&self) -> u64 {
        self.revision
    }
}

impl Process {
    pub(crate) fn start(command: &str, patience: Duration) -> Process {
        match Running::start(command) {
            Ok(running) => {
                Process { running: Some(running), patience, trouble: String::new(), words: Vec::new() }
            }
            Err(error) => {
                let trouble = format!("It cannot be started: {error}.");
                Process { running: None, patience, trouble, words: Vec::new() }
            }
        }
    }

    /// The program can no longer be used.
    fn give_up(&mut self, why: String) -> String {
        self.running = None;
        self.trouble = why.clone();
        why
    }

    fn say(&mut self, message: &Value) -> Result<(), String> {
        let Some(running) = &mut self.running else { return Err(self.trouble.clone()) };
        let line = format!("{message}\n");
        let said = running.questions.write_all(line.as_bytes()).and_then(|()| running.questions.flush());
        said.map_err(|_| self.give_up("The program has ended.".to_owned()))
    }
}

impl Running {
    fn start(command: &str) -> std::io::Result<Running> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut child =
            Command::new(shell).args([flag, command]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(questions), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("it has no standard input or output"));
        };
        let (send, answers) = mpsc::channel();
        // Ends with the program, or when nobody listens any more.
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while let Ok(1..) = std::io::Read::take(&mut output, LONGEST as u64).read_until(b'\n', &mut line)
            {
                if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Ok(Running { child, questions, answers })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.questions.write_all(b"{\"type\":\"end\"}\n").and_then(|()| self.questions.flush());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Asks a question and waits for its answer.
    pub(crate) fn exchange<A: Answer>(&mut self, mut message: Value) -> Result<A, String> {
        let revision = message["revision"].as_u64().unwrap_or(0);
        message["due_in_ms"] = Value::from(self.patience.as_millis() as u64);
        self.say(&message)?;
        let due = std::time::Instant::now() + self.patience;
        loop {
            let Some(running) = &self.running else { return Err(self.trouble.clone()) };
            let left = due.saturating_duration_since(std::time::Instant::now());
            let line = match running.answers.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("It did not answer within {} ms.", self.patience.as_millis()));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.give_up("The program has ended.".to_owned()));
                }
            };
            let answer: A = serde_json::from_str(line.trim())
                .map_err(|error| format!("Its answer cannot be read ({error})."))?;
            match answer.revision() {
                // A late answer to an earlier question.
                old if old < revision => {}
                now if now == revision => return Ok(answer),
                _ => return Err("It answered a question that was not asked.".to_owned()),
            }
        }
    }
}

impl Outside for Process {
    fn start(&mut self, message: Value) {
        // A program that is gone is complained about at its first question.
        let _ = self.say(&message);
    }

    fn ask(&mut self, message: Value, _: &mut dyn FnMut() -> Option<u32>) -> Result<Option<u32>, String> {
        let choice = self.exchange::<Choice>(message)?;
        self.words = choice.say;
        Ok(choice.code)
    }

    fn said(&mut self) -> Vec<Utterance> {
        let words = std::mem::take(&mut self.words).into_iter();
        words.map(|Word { code, reply_to }| Utterance { code, reply_to }).collect()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use serde_json::json;

    use super::*;

    fn ask(command: &str, patience: u64) -> Result<Option<u32>, String> {
        let mut bot = Process::start(command, Duration::from_millis(patience));
        bot.start(json!({ "type": "start" }));
        bot.ask(json!({ "type": "ask", "revision": 1 }), &mut || None)
    }

    #[test]
    fn answers_are_taken_strictly() {
        let answering = |line: &str| format!("read start; read ask; echo '{line}'; read more");
        assert_eq!(ask(&answering(r#"{"revision":1,"code":7}"#), 20_000), Ok(Some(7)));
        assert_eq!(ask(&answering(r#"{"revision":1,"code":null}"#), 20_000), Ok(None));
        assert!(ask(&answering(r#"{"revision":2,"code":7}"#), 20_000).unwrap_err().contains("not asked"));
        assert!(ask(&answering("seven"), 20_000).unwrap_err().contains("cannot be read"));
        assert!(ask("exit 3", 20_000).unwrap_err().contains("ended"));
        assert!(ask("read start; read ask; read never", 20).unwrap_err().contains("20 ms"));
    }

    #[test]
    fn a_late_answer_is_not_taken_for_the_next() {
        let late = r#"read start; read one; read two; echo '{"revision":1,"code":1}'; echo '{"revision":2,"code":2}'; read more"#;
        let mut bot = Process::start(late, Duration::from_millis(30));
        bot.start(json!({ "type": "start" }));
        assert!(bot.ask(json!({ "revision": 1 }), &mut || None).is_err());
        bot.patience = Duration::from_secs(20);
        assert_eq!(bot.ask(json!({ "revision": 2 }), &mut || None), Ok(Some(2)));
    }
}
