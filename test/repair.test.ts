import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventsIn, jumar, loopFolders } from './support/cli.ts';
import { aProject } from './support/project.ts';

const TIMEOUT = 180_000;
const project = (source: string, tests: string) =>
  aProject({
    'package.json': JSON.stringify({ name: 'x', type: 'module', scripts: { test: 'node --test' } }),
    'src/a.js': source,
    'test/a.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { f } from '../src/a.js';\n${tests}`,
  });
const run = (at: { project: string; home: string }, ...args: string[]) =>
  jumar(['run', 'make the tests pass', '--until', 'node --test', '--agent', 'repair', '--json', ...args], {
    cwd: at.project,
    home: at.home,
  });

describe('the built-in agent', () => {
  test(
    'mends a boundary, touches nothing else, and leaves no scratch copy behind',
    async () => {
      const at = project(
        'export function f(n) {\n  return n > 3 ? "many" : "few";\n}\n',
        "test('few', () => assert.equal(f(2), 'few'));\ntest('three is many', () => assert.equal(f(3), 'many'));\n",
      );
      const { code, stdout } = await run(at);
      expect(code).toBe(0);
      expect(readFileSync(join(at.project, 'src/a.js'), 'utf8')).toContain('n >= 3');
      const taken = eventsIn(stdout).map(
        (one) => (one.event ?? one) as { type: string; changes?: { paths: string[] } },
      );
      expect(taken.findLast(({ type }) => type === 'snapshot-taken')?.changes?.paths).toEqual(['src/a.js']);
      const memory = readFileSync(join(loopFolders(at.home)[0] as string, 'repair', 'memory.jsonl'), 'utf8');
      const tried = memory.split('\n').filter((line) => line.includes('"tried"'));
      expect(new Set(tried).size).toBe(tried.length);
    },
    TIMEOUT,
  );

  test(
    'says that it is blocked where no test can be told apart',
    async () => {
      const at = aProject({ 'src/a.js': 'export const a = 1;\n', 'check.sh': 'exit 1\n' });
      const { code, stdout } = await jumar(['run', 'make it pass', '--until', 'sh check.sh', '--agent', 'repair'], {
        cwd: at.project,
        home: at.home,
      });
      expect(code).toBe(4);
      expect(stdout).toContain('cannot tell the tests apart');
    },
    TIMEOUT,
  );
});
