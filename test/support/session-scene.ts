import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jumar, WITHOUT_ANALYST } from './cli.ts';
import { aProject, writeFiles } from './project.ts';

export const SUM = 'export const sum = (a, b) => a + b;\n';
export const BROKEN = 'export const sum = (a, b) => a - b;\n';
export const TESTS = `import assert from 'node:assert';
import { test } from 'node:test';
import { sum } from '../sum.js';
test('adds', () => assert.equal(sum(1, 2), 3));
test('adds negatives', () => assert.equal(sum(-1, -2), -3));
`;

const PACKAGE = { name: 'p', type: 'module', scripts: { test: 'node --test' } };

export interface Answer {
  decision?: string;
  reason?: string;
  systemMessage?: string;
}

/** For stories about neither tests nor the guard: a check that takes no time. */
export const QUICK = { '.jumar/config.yaml': 'verify: { criteria: ["grep -q + sum.js"] }\n' };

/** A project with tests that pass, and a session of an agent whose hooks are called as the agent calls them. */
export function sessionScene(files: Record<string, string> = {}) {
  const own = files === QUICK ? WITHOUT_ANALYST : {};
  const { project, home } = aProject({
    'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
    'sum.js': SUM,
    'test/sum.test.js': TESTS,
    ...files,
  });
  const call = async (session: string, event: string, more: object = {}): Promise<Answer | null> => {
    const input = JSON.stringify({ session_id: session, cwd: project, hook_event_name: event, ...more });
    return (await raw(input)).answer;
  };
  const raw = async (input: string, env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await jumar(['hook', 'run', 'claude'], {
      cwd: project,
      home,
      input,
      env: { ...own, ...env },
    });
    return { code, stderr, answer: stdout === '' ? null : (JSON.parse(stdout) as Answer) };
  };
  return {
    project,
    home,
    raw,
    call,
    prompt: (text = 'add a function', session = 's1') => call(session, 'UserPromptSubmit', { prompt: text }),
    stop: (isSentBack = false, session = 's1') => call(session, 'Stop', { stop_hook_active: isSentBack }),
    write: (path: string, text: string) => writeFiles(project, { [path]: text }),
    edit: (path: string, change: (text: string) => string) => {
      const file = join(project, path);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    },
    jumar: (...args: string[]) => jumar(args, { cwd: project, home }),
  };
}
