import { type Fields, fieldsOrEmpty, list, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonLines } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/**
 * `cargo check` and `cargo clippy` with `--message-format=json`. The compiler's errors are type errors, clippy's are
 * lint. A library that is also built for its tests reports everything twice, so identical messages count once.
 */
export const cargo: Linter = {
  name: 'cargo',
  areas: ['lint', 'types'],
  areaOf: ({ rule, severity }) => (severity === 'error' && !rule?.startsWith('clippy::') ? 'types' : 'lint'),
  parse(output) {
    const events = jsonLines(output).map(fieldsOrEmpty);
    if (!events.some((event) => event.reason === 'build-finished')) return null;
    const messages = events
      .filter((event) => event.reason === 'compiler-message')
      .map((event) => fieldsOrEmpty(event.message));
    const unique = new Map(
      messages.map((message) => [textOrEmpty(message.rendered) || JSON.stringify(message), message]),
    );
    return { problems: [...unique.values()].flatMap(toProblems) };
  },
};

/** Final messages like "aborting due to 2 previous errors" have neither location nor code. */
function toProblems(message: Fields): Problem[] {
  const spans = list(message.spans).map(fieldsOrEmpty);
  const level = textOrEmpty(message.level);
  const code = nonEmptyText(fieldsOrEmpty(message.code).code);
  if (spans.length === 0 && code === null && !/^error: internal compiler error/.test(level)) return [];
  const place = spans.find((span) => span.is_primary === true) ?? spans[0] ?? {};
  return [
    problem({
      file: textOrEmpty(place.file_name),
      line: lineNumber(place.line_start),
      rule: code,
      severity: level.startsWith('error') ? 'error' : level === 'warning' ? 'warning' : 'info',
      message: textOrEmpty(message.message),
    }),
  ];
}
