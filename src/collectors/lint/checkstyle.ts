import { createRequire } from 'node:module';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** Checkstyle's XML, which many tools write. */
export const checkstyle: Linter = {
  name: 'checkstyle',
  areas: ['lint'],
  parse(output) {
    const start = output.search(/<checkstyle[\s>]/);
    if (start < 0) return null;
    const problems: Problem[] = [];
    let file = '';
    const { SaxesParser } = createRequire(import.meta.url)('saxes') as typeof import('saxes');
    const parser = new SaxesParser({});
    parser.on('error', () => {});
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'file') file = attributes.name ?? '';
      if (name === 'error') problems.push(toProblem(file, attributes));
    });
    try {
      parser.write(output.slice(start)).close();
    } catch {
      // Keep what was read before the damage.
    }
    return { problems };
  },
};

function toProblem(file: string, attributes: Readonly<Record<string, string>>): Problem {
  const severity = attributes.severity ?? 'error';
  return problem({
    file,
    line: lineNumber(attributes.line),
    rule: attributes.source || null,
    severity: severity === 'error' || severity === 'warning' ? severity : 'info',
    message: attributes.message ?? '',
    suppressed: severity === 'ignore',
  });
}
