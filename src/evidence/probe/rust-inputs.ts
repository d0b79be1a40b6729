/** How inputs are read from lines in Rust, as the types that a function takes. */
export const rustInputs = `    #[derive(Clone)]
    pub enum Input {
        Nothing,
        Truth(bool),
        Number(&'static str),
        Text(String),
        Several(Vec<Input>),
    }

    fn input(lines: &mut dyn Iterator<Item = &'static str>) -> Input {
        let line = lines.next().unwrap_or("u");
        let rest = &line[1..];
        match &line[..1] {
            "b" => Input::Truth(rest == "1"),
            "n" | "d" => Input::Number(rest),
            "s" => Input::Text(plain(rest)),
            "l" | "t" | "e" => Input::Several((0..rest.parse::<usize>().unwrap_or(0)).map(|_| input(lines)).collect()),
            _ => Input::Nothing,
        }
    }

    fn plain(text: &str) -> String {
        let mut letters = text.chars();
        let mut plain = String::new();
        while let Some(one) = letters.next() {
            plain.push(match one {
                '\\\\' => match letters.next() {
                    Some('n') => '\\n',
                    Some('r') => '\\r',
                    _ => '\\\\',
                },
                _ => one,
            });
        }
        plain
    }

    pub trait Read: Sized {
        fn read(input: &Input) -> Option<Self>;
    }
    macro_rules! number {
        ($($kind:ty),*) => {
            $(impl Read for $kind {
                fn read(input: &Input) -> Option<Self> {
                    match input {
                        Input::Number(text) => text.parse().ok(),
                        _ => None,
                    }
                }
            })*
        };
    }
    number!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64);
    impl Read for bool {
        fn read(input: &Input) -> Option<Self> {
            match input {
                Input::Truth(one) => Some(*one),
                _ => None,
            }
        }
    }
    impl Read for String {
        fn read(input: &Input) -> Option<Self> {
            match input {
                Input::Text(text) => Some(text.clone()),
                _ => None,
            }
        }
    }
    impl Read for char {
        fn read(input: &Input) -> Option<Self> {
            let text = String::read(input)?;
            let mut letters = text.chars();
            let first = letters.next();
            if letters.next().is_none() { first } else { None }
        }
    }
    impl Read for &'static str {
        fn read(input: &Input) -> Option<Self> {
            String::read(input).map(|text| &*Box::leak(text.into_boxed_str()))
        }
    }
    impl<T: Read> Read for Option<T> {
        fn read(input: &Input) -> Option<Self> {
            match input {
                Input::Nothing => Some(None),
                _ => T::read(input).map(Some),
            }
        }
    }
    impl<T: Read> Read for Vec<T> {
        fn read(input: &Input) -> Option<Self> {
            match input {
                Input::Several(parts) => parts.iter().map(T::read).collect(),
                _ => None,
            }
        }
    }
    impl<T: Read, const N: usize> Read for [T; N] {
        fn read(input: &Input) -> Option<Self> {
            std::convert::TryInto::try_into(Vec::<T>::read(input)?).ok()
        }
    }
    impl<T: Read> Read for &'static [T] {
        fn read(input: &Input) -> Option<Self> {
            Vec::<T>::read(input).map(|list| &*Box::leak(list.into_boxed_slice()))
        }
    }
    impl<T: Read> Read for &'static T {
        fn read(input: &Input) -> Option<Self> {
            T::read(input).map(|one| &*Box::leak(Box::new(one)))
        }
    }
${[1, 2, 3, 4].map(tupleOf).join('\n')}
    fn at<T: Read>(inputs: &[Input], index: usize) -> Option<T> {
        T::read(inputs.get(index)?)
    }
`;

function tupleOf(count: number): string {
  const kinds = 'ABCD'.slice(0, count).split('');
  return `    impl<${kinds.map((one) => `${one}: Read`).join(', ')}> Read for (${kinds.join(', ')},) {
        fn read(input: &Input) -> Option<Self> {
            match input {
                Input::Several(parts) => Some((${kinds.map((one, at) => `${one}::read(parts.get(${at})?)?`).join(', ')},)),
                _ => None,
            }
        }
    }`;
}
