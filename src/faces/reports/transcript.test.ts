import { expect, test } from 'vitest';
import type { Activity, AgentEvent } from '../../ports/activity.ts';
import { createTranscript } from './transcript.ts';

const agent = (event: AgentEvent): Activity => ({
  type: 'agent-activity',
  iteration: 1,
  agent: 'claude',
  event,
  ms: 0,
  tokens: null,
  costUsd: null,
  costEstimated: false,
});
const check = (command: string, lines: string[] = [], omitted = 0): Activity => ({
  type: 'check-activity',
  command,
  lines,
  omitted,
  ms: 0,
});

const signs = { title: '# ', words: '', tool: '> ', output: '| ', trouble: '! ', command: '$ ' };

function read(activities: Activity[]): string[] {
  const transcript = createTranscript('/home/me/shop');
  const lines = [...activities.flatMap((one) => transcript.add(one)), ...transcript.flush()];
  return lines.map(({ kind, text }) => `${signs[kind]}${text}`);
}

test('what an agent says, reads, edits and runs, with relative paths and the last lines of output', () => {
  const lines = read([
    agent({ type: 'started', session: 's', model: 'm' }),
    agent({ type: 'text', text: 'I look at the parser.\nThen I fix it.' }),
    agent({ type: 'tool-started', tool: 'Read', subject: '/home/me/shop/src/parse.js' }),
    agent({ type: 'tool-ended', ok: true, output: 'export const parse = 1;' }),
    agent({ type: 'tool-started', tool: 'Edit', subject: '/home/me/shop/src/parse.js' }),
    agent({ type: 'file-changed', path: '/home/me/shop/src/parse.js' }),
    agent({ type: 'tool-started', tool: 'Bash', subject: 'cd /home/me/shop && npm test' }),
    agent({ type: 'tool-ended', ok: false, output: 'a\nb\nc\nError in /home/me/shop/a.js\n' }),
    agent({ type: 'file-changed', path: 'src/other.js' }),
  ]);
  expect(lines).toEqual([
    'I look at the parser.',
    'Then I fix it.',
    '> Read src/parse.js',
    '> Edit src/parse.js',
    '> Bash cd . && npm test',
    '| b',
    '| c',
    '| Error in a.js',
    '! failed',
    '> changed src/other.js',
  ]);
});

test('words that arrive in pieces are one line, which ends with the next thing', () => {
  const transcript = createTranscript('/w');
  expect(transcript.add(agent({ type: 'text', text: 'I am ', more: true }))).toEqual([]);
  expect(transcript.add(agent({ type: 'text', text: 'thinking', more: true }))).toEqual([]);
  expect(transcript.open()).toEqual({ kind: 'words', text: 'I am thinking' });
  expect(transcript.add(agent({ type: 'tool-started', tool: 'ls', subject: null }))).toEqual([
    { kind: 'words', text: 'I am thinking' },
    { kind: 'tool', text: 'ls' },
  ]);
  expect(transcript.open()).toBeNull();
});

test('a check is named once, with its output and how much of it is left out', () => {
  const lines = read([check('npm test'), check('npm test', ['ok 1']), check('npm test', ['ok 9'], 7), check('tsc')]);
  expect(lines).toEqual(['$ npm test', '| ok 1', '| … 7 more lines', '| ok 9', '$ tsc']);
});

test('what prints cannot control the terminal', () =>
  expect(read([agent({ type: 'raw', text: '\u001b[2Jhello\u0007' })])).toEqual(['| hello']));
