import { jsonDocuments, jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, isFields, lineNumber, text } from './values.ts';

/** `shellcheck -f json` and `-f json1`, also of several runs behind one another. */
export const shellcheck: Linter = {
  name: 'shellcheck',
  areas: ['lint'],
  parse(output) {
    const whole = jsonIn(output);
    const documents = whole === undefined ? jsonDocuments(output) : [whole];
    const comments = documents.map((document) => (Array.isArray(document) ? document : fields(document).comments));
    if (comments.length === 0 || !comments.every(isComments)) return null;
    return { problems: comments.flat().map(read) };
  },
};

function isComments(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((entry) => isFields(entry) && 'level' in entry);
}

function read(value: unknown): Problem {
  const entry = fields(value);
  const level = text(entry.level);
  return problem({
    file: text(entry.file),
    line: lineNumber(entry.line),
    rule: typeof entry.code === 'number' ? `SC${entry.code}` : null,
    severity: level === 'error' || level === 'warning' ? level : 'info',
    message: text(entry.message),
  });
}
