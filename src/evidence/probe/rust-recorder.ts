import { MAX_CALL_CHARS } from './probed-file.ts';

const ARITIES = [1, 2, 3, 4, 5, 6];
const lettersOf = (count: number) => 'abcdef'.slice(0, count).split('');

/** A module of functions that pass a function on and write down how it is called. */
export const rustRecorder = (marker: string) => `
#[cfg(test)]
#[allow(warnings)]
mod ${marker} {
    use std::io::Write;
    pub trait Said {
        fn say(&self) -> Option<String>;
    }
    macro_rules! whole {
        ($($kind:ty),*) => {
            $(impl Said for $kind {
                fn say(&self) -> Option<String> {
                    let text = self.to_string();
                    if text.len() < 16 { Some(text) } else { None }
                }
            })*
        };
    }
    whole!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
    macro_rules! real {
        ($($kind:ty),*) => {
            $(impl Said for $kind {
                fn say(&self) -> Option<String> {
                    if !self.is_finite() || self.abs() > 1e15 {
                        return None;
                    }
                    Some(if self.fract() == 0.0 {
                        format!("{{\\"$\\":\\"float\\",\\"v\\":{}}}", *self as i64)
                    } else {
                        format!("{}", self)
                    })
                }
            })*
        };
    }
    real!(f32, f64);
    impl Said for bool {
        fn say(&self) -> Option<String> {
            Some(self.to_string())
        }
    }
    impl Said for str {
        fn say(&self) -> Option<String> {
            let mut text = String::from("\\"");
            for one in self.chars() {
                match one {
                    '"' => text.push_str("\\\\\\""),
                    '\\\\' => text.push_str("\\\\\\\\"),
                    _ if (one as u32) < 32 => text.push_str(&format!("\\\\u{:04x}", one as u32)),
                    _ => text.push(one),
                }
            }
            text.push('"');
            Some(text)
        }
    }
    impl Said for String {
        fn say(&self) -> Option<String> {
            self.as_str().say()
        }
    }
    impl Said for char {
        fn say(&self) -> Option<String> {
            self.to_string().as_str().say()
        }
    }
    impl<T: Said + ?Sized> Said for &T {
        fn say(&self) -> Option<String> {
            (**self).say()
        }
    }
    impl<T: Said> Said for Option<T> {
        fn say(&self) -> Option<String> {
            match self {
                Some(one) => one.say(),
                None => Some(String::from("null")),
            }
        }
    }
    impl<T: Said> Said for [T] {
        fn say(&self) -> Option<String> {
            let parts: Option<Vec<String>> = self.iter().map(|one| one.say()).collect();
            parts.map(|parts| format!("[{}]", parts.join(",")))
        }
    }
    impl<T: Said> Said for Vec<T> {
        fn say(&self) -> Option<String> {
            self[..].say()
        }
    }
    impl<T: Said, const N: usize> Said for [T; N] {
        fn say(&self) -> Option<String> {
            self[..].say()
        }
    }
    fn tuple(parts: &[Option<String>]) -> Option<String> {
        let parts: Option<Vec<String>> = parts.iter().cloned().collect();
        parts.map(|parts| format!("{{\\"$\\":\\"tuple\\",\\"v\\":[{}]}}", parts.join(",")))
    }
${[1, 2, 3, 4].map(tupleOf).join('\n')}
    fn write(name: &str, parts: &[Option<String>]) {
        let parts: Option<Vec<String>> = parts.iter().cloned().collect();
        let line = match parts {
            Some(parts) => format!("${marker} {{\\"f\\":\\"{}\\",\\"a\\":[{}]}}\\n", name, parts.join(",")),
            None => return,
        };
        if line.len() > ${MAX_CALL_CHARS} {
            return;
        }
        if let Ok(path) = std::env::var("${marker}") {
            if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
                let _ = file.write_all(line.as_bytes());
            }
        }
    }
${ARITIES.map(wrapper).join('\n')}
}
`;

function tupleOf(count: number): string {
  const letters = lettersOf(count);
  const kinds = letters.map((one) => one.toUpperCase());
  return `    impl<${kinds.map((one) => `${one}: Said`).join(', ')}> Said for (${kinds.join(', ')},) {
        fn say(&self) -> Option<String> {
            tuple(&[${letters.map((_, at) => `self.${at}.say()`).join(', ')}])
        }
    }`;
}

function wrapper(count: number): string {
  const letters = lettersOf(count);
  const kinds = letters.map((one) => one.toUpperCase());
  return `    pub fn w${count}<${kinds.map((one) => `${one}: Said`).join(', ')}, R>(name: &'static str, work: impl Fn(${kinds.join(', ')}) -> R + Copy) -> impl Fn(${kinds.join(', ')}) -> R + Copy {
        move |${letters.map((one, at) => `${one}: ${kinds[at]}`).join(', ')}| {
            write(name, &[${letters.map((one) => `${one}.say()`).join(', ')}]);
            work(${letters.join(', ')})
        }
    }`;
}
