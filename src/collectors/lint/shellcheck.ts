import { fieldsOrEmpty, isFields, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonDocuments, jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** `shellcheck -f json` and `-f json1`, also from several runs in sequence. */
export const shellcheck: Linter = {
  name: 'shellcheck',
  areas: ['lint'],
  parse(output) {
    const whole = jsonIn(output);
    const documents = whole === undefined ? jsonDocuments(output) : [whole];
    const comments = documents.map((document) =>
      Array.isArray(document) ? document : fieldsOrEmpty(document).comments,
    );
    if (comments.length === 0 || !comments.every(isComments)) return null;
    return { problems: comments.flat().map(toProblem) };
  },
};

function isComments(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((entry) => isFields(entry) && 'level' in entry);
}

function toProblem(value: unknown): Problem {
  const entry = fieldsOrEmpty(value);
  const level = textOrEmpty(entry.level);
  return problem({
    file: textOrEmpty(entry.file),
    line: lineNumber(entry.line),
    rule: typeof entry.code === 'number' ? `SC${entry.code}` : null,
    severity: level === 'error' || level === 'warning' ? level : 'info',
    message: textOrEmpty(entry.message),
  });
}
