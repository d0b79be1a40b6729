import { jsonLines } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { type Fields, fields, lineNumber, list, text, textOrNull } from './values.ts';

/**
 * `cargo check` and `cargo clippy` with `--message-format=json`. The compiler's errors are type errors, clippy's are
 * lint. A library that is built for its tests too reports everything twice: the same words at the same place count once.
 */
export const cargo: Linter = {
  name: 'cargo',
  areas: ['lint', 'types'],
  areaOf: ({ rule, severity }) => (severity === 'error' && !rule?.startsWith('clippy::') ? 'types' : 'lint'),
  parse(output) {
    const events = jsonLines(output).map(fields);
    if (!events.some((event) => event.reason === 'build-finished')) return null;
    const told = events.filter((event) => event.reason === 'compiler-message').map((event) => fields(event.message));
    const unique = new Map(told.map((message) => [text(message.rendered) || JSON.stringify(message), message]));
    return { problems: [...unique.values()].flatMap(read) };
  },
};

/** Closing words such as "aborting due to 2 previous errors" have neither place nor code. */
function read(message: Fields): Problem[] {
  const spans = list(message.spans).map(fields);
  const level = text(message.level);
  const code = textOrNull(fields(message.code).code);
  if (spans.length === 0 && code === null && !/^error: internal compiler error/.test(level)) return [];
  const place = spans.find((span) => span.is_primary === true) ?? spans[0] ?? {};
  return [
    problem({
      file: text(place.file_name),
      line: lineNumber(place.line_start),
      rule: code,
      severity: level.startsWith('error') ? 'error' : level === 'warning' ? 'warning' : 'info',
      message: text(message.message),
    }),
  ];
}
