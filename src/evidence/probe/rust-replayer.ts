import { CALL_MS, FIRST_CALL_MS, REPLAY_MS } from './probed-file.ts';
import { rustInputs } from './rust-inputs.ts';

/** A module with a test that makes the calls and writes down how they come out. */
export const rustReplayer = (
  marker: string,
  works: readonly { name: string; takes: number }[],
  lines: readonly string[],
  imports: string,
) => `
#[cfg(test)]
#[allow(warnings)]
mod ${marker} {
    ${imports}
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    const CALLS: &str = ${rawText(lines.join('\n'))};

${rustInputs}
    struct Shown<T>(T);
    trait ByDebug {
        fn shown(&self) -> Option<String>;
    }
    trait Hidden {
        fn shown(&self) -> Option<String>;
    }
    impl<T: std::fmt::Debug> ByDebug for &Shown<T> {
        fn shown(&self) -> Option<String> {
            Some(format!("{:?}", self.0))
        }
    }
    impl<T> Hidden for Shown<T> {
        fn shown(&self) -> Option<String> {
            None
        }
    }

    /// How the call came out, as it is shown for debugging.
    fn outcome(name: &str, inputs: &[Input]) -> Option<String> {
        match name {
${works.map(callOf).join('\n')}
            _ => None,
        }
    }

    fn token(text: &str, inputs: &[Input]) -> String {
        for kind in ["Some(", "Ok("] {
            if text.starts_with(kind) {
                return token(&text[kind.len()..text.len() - 1], inputs);
            }
        }
        if text.starts_with("Err(") {
            return String::from("terror");
        }
        if text == "None" || text == "()" || text == "NaN" {
            return String::from("u");
        }
        if text == "true" || text == "false" {
            return format!("b{}", text);
        }
        if text.starts_with('"') {
            let repeats = words(inputs, &text.to_lowercase());
            return format!("s{:x}{}", digest(text), if repeats { "!" } else { "" });
        }
        if let Ok(number) = text.parse::<f64>() {
            return format!("n{}", text.strip_suffix(".0").unwrap_or(text));
        }
        // What a map or a set holds comes in any order.
        if !text.contains('{') {
            return format!("o{:x}", digest(text));
        }
        let mut parts: Vec<&str> = text.split(|one: char| one.is_whitespace() || "{}()[],".contains(one)).collect();
        parts.sort_unstable();
        format!("o{:x}", digest(&parts.join(" ")))
    }

    fn digest(text: &str) -> u64 {
        text.bytes().fold(0xcbf29ce484222325, |sum, one| (sum ^ one as u64).wrapping_mul(0x100000001b3))
    }

    fn words(inputs: &[Input], result: &str) -> bool {
        inputs.iter().any(|one| match one {
            Input::Text(text) => text
                .split(|letter: char| !letter.is_alphabetic())
                .any(|word| word.chars().count() > 2 && result.contains(&word.to_lowercase())),
            Input::Several(parts) => words(parts, result),
            _ => false,
        })
    }

    struct Worker {
        ask: mpsc::Sender<(String, Vec<Input>)>,
        answer: mpsc::Receiver<String>,
    }

    fn worker() -> Worker {
        let (ask, asked) = mpsc::channel::<(String, Vec<Input>)>();
        let (say, answer) = mpsc::channel();
        std::thread::spawn(move || {
            for (name, inputs) in asked {
                let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| outcome(&name, &inputs)));
                let said = match made {
                    Ok(Some(text)) => token(&text, &inputs),
                    Ok(None) => String::from("-"),
                    Err(_) => String::from("tpanic"),
                };
                if say.send(said).is_err() {
                    return;
                }
            }
        });
        Worker { ask, answer }
    }

    #[test]
    fn replay() {
        std::panic::set_hook(Box::new(|_| {}));
        let mut lines = CALLS.lines().peekable();
        let mut calls: Vec<(String, String, Vec<Vec<Input>>)> = Vec::new();
        while let Some(line) = lines.next() {
            let mut parts = line.splitn(4, ' ').skip(1).map(String::from);
            let (n, many, name) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
            let mut inputs = Vec::new();
            for _ in 0..=many.parse::<usize>().unwrap_or(0) {
                if let Input::Several(one) = input(&mut lines) {
                    inputs.push(one);
                }
            }
            calls.push((n, name, inputs));
        }
        let until = Instant::now() + Duration::from_millis(${REPLAY_MS});
        let mut late = 0;
        let mut work = worker();
        let mut ask = |name: &str, inputs: &[Input], most: u64| {
            if late > 2 || Instant::now() > until || work.ask.send((name.to_string(), inputs.to_vec())).is_err() {
                return String::from("-");
            }
            match work.answer.recv_timeout(Duration::from_millis(most)) {
                Ok(token) => token,
                Err(_) => {
                    late += 1;
                    work = worker();
                    String::from("-")
                }
            }
        };
        let mut rows: Vec<Vec<String>> = calls.iter().map(|(_, name, inputs)| vec![ask(name, &inputs[0], ${FIRST_CALL_MS})]).collect();
        for (row, (_, name, inputs)) in rows.iter_mut().zip(&calls).rev() {
            row.push(ask(name, &inputs[0], ${FIRST_CALL_MS}));
        }
        let most = calls.iter().map(|(_, _, inputs)| inputs.len()).max().unwrap_or(0);
        for index in 1..most {
            for (row, (_, name, inputs)) in rows.iter_mut().zip(&calls) {
                if let Some(one) = inputs.get(index) {
                    row.push(ask(name, one, ${CALL_MS}));
                }
            }
        }
        let mut text = String::new();
        for (row, (n, _, _)) in rows.iter().zip(&calls) {
            text.push_str(&format!("${marker} {} {}\\n", n, row.join(" ")));
        }
        use std::io::Write;
        let path = std::env::var("${marker}").unwrap();
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
}
`;

function callOf({ name, takes }: { name: string; takes: number }): string {
  const letters = 'abcdef'.slice(0, takes).split('');
  return `            ${JSON.stringify(name)} => match (${letters.map((_, at) => `at(inputs, ${at})`).join(', ')},) {
                (${letters.map((one) => `Some(${one})`).join(', ')},) => {
                    (&&Shown(${reached(name)}(${letters.join(', ')}))).shown()
                }
                _ => None,
            },`;
}

/** From the module, which stands beside what its parent names. */
const reached = (name: string) => name.replace(/^(?:self::)?(?=\w+$)/, 'super::');

/** Between more signs than stand together in the text. */
function rawText(text: string): string {
  const signs = '#'.repeat(Math.max(1, ...(text.match(/#+/g) ?? []).map(({ length }) => length + 1)));
  return `r${signs}"${text}"${signs}`;
}
