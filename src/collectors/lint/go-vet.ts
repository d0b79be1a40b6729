import { fieldsOrEmpty, list, textOrEmpty } from '../../core/text/foreign-json.ts';
import { plainText } from '../../core/text/plain-text.ts';
import { jsonDocuments } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** `go vet`, with or without `-json`. All findings are errors, because they fail the command. */
export const goVet: Linter = {
  name: 'go-vet',
  areas: ['lint', 'types'],
  areaOf: ({ rule }) => (rule === 'compile' ? 'types' : 'lint'),
  parse(output) {
    const packages = jsonDocuments(output).flatMap((document) => Object.values(fieldsOrEmpty(document)));
    const problems = packages.flatMap((one) =>
      Object.entries(fieldsOrEmpty(one)).flatMap(([analyzer, entries]) =>
        list(entries).map((entry) => toProblem(analyzer, entry)),
      ),
    );
    return { problems: [...problems, ...plainText(output).split('\n').flatMap(readLine)] };
  },
};

function toProblem(rule: string, value: unknown): Problem {
  const entry = fieldsOrEmpty(value);
  const [, file = '', line] = /^(.*?):(\d+)(?::\d+)?$/.exec(textOrEmpty(entry.posn)) ?? [];
  return problem({ file, line: lineNumber(line), rule, severity: 'error', message: textOrEmpty(entry.message) });
}

const LINE = /^(vet: )?((?:\.{0,2}\/)?[^\s:"]{1,1000}\.go):(\d+):\d+: (.*)$/;

/** Compile errors start with `vet:`. */
function readLine(line: string): Problem[] {
  const [, compile, file, at, message = ''] = LINE.exec(line) ?? [];
  if (file === undefined) return [];
  return [problem({ file, line: lineNumber(at), rule: compile ? 'compile' : null, severity: 'error', message })];
}
