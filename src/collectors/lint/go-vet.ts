import { plainText } from '../../core/plain-text.ts';
import { jsonDocuments } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, lineNumber, list, text } from './values.ts';

/** `go vet`, with `-json` or without. What vet finds fails the command: it is an error. */
export const goVet: Linter = {
  name: 'go-vet',
  areas: ['lint', 'types'],
  areaOf: ({ rule }) => (rule === 'compile' ? 'types' : 'lint'),
  parse(output) {
    const packages = jsonDocuments(output).flatMap((document) => Object.values(fields(document)));
    const found = packages.flatMap((one) =>
      Object.entries(fields(one)).flatMap(([analyzer, entries]) => list(entries).map((entry) => read(analyzer, entry))),
    );
    return { problems: [...found, ...plainText(output).split('\n').flatMap(readLine)] };
  },
};

function read(rule: string, value: unknown): Problem {
  const entry = fields(value);
  const [, file = '', line] = /^(.*?):(\d+)(?::\d+)?$/.exec(text(entry.posn)) ?? [];
  return problem({ file, line: lineNumber(line), rule, severity: 'error', message: text(entry.message) });
}

const LINE = /^(vet: )?((?:\.{0,2}\/)?[^\s:"]{1,1000}\.go):(\d+):\d+: (.*)$/;

/** Code that does not compile is told by the words `vet:` in front. */
function readLine(line: string): Problem[] {
  const [, compile, file, at, message = ''] = LINE.exec(line) ?? [];
  if (file === undefined) return [];
  return [problem({ file, line: lineNumber(at), rule: compile ? 'compile' : null, severity: 'error', message })];
}
