import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { environmentOf, hasProc, parsePs, parseStat, processTable, readStat, variableIn } from './stat.ts';

const REST =
  '4 5 6 34817 5 4194304 100 0 0 0 0 0 0 0 20 0 1 0 987654 2654208 142 18446744073709551615 1 1 0 0 0 0 0 0 0 0';

it.each([
  ['a plain name', '(sleep)'],
  ['blanks', '(Web Content)'],
  ['parentheses', '((sd-pam))'],
  ['an unbalanced one', '(a) R 1 1 1)'],
  ['text that looks like another line', '(x\n99 (y) Z 1 1 1)'],
  ['nothing', '()'],
])('reads past a program name with %s', (_, name) => {
  const entry = { pid: 123, parent: 4, group: 5, session: 6, start: 987654, zombie: false };
  expect(parseStat(`123 ${name} S ${REST}\n`)).toEqual(entry);
  expect(parseStat(`123 ${name} Z ${REST}\n`)).toEqual({ ...entry, zombie: true });
});

it.each(['', '\n', '123', '123 (sleep', '123 (sleep)', '123 (sleep) S 1 2 3'])('returns null for %j', (line) => {
  expect(parseStat(line)).toBeNull();
});

it('parses the table that ps prints on other systems', () => {
  expect(parsePs('    1     0     1 Ss\n  77     1    70 Z+\n\nnonsense\n')).toEqual([
    { pid: 1, parent: 0, group: 1, session: 1, start: 0, zombie: false },
    { pid: 77, parent: 1, group: 70, session: 70, start: 0, zombie: true },
  ]);
  const self = parsePs(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' }));
  expect(self).toContainEqual(expect.objectContaining({ pid: process.pid, parent: process.ppid }));
});

it('finds this process in the table', () => {
  expect(processTable()).toContainEqual(
    expect.objectContaining({ pid: process.pid, parent: process.ppid, zombie: false }),
  );
});

it.runIf(hasProc)('reads a process with a tricky name and a large environment', async () => {
  const env = { PATH: process.env.PATH, BIG: 'x'.repeat(100_000), EMPTY: '', LAST: 'value' };
  const child = spawn('bash', ['-c', 'printf "a) Z (b" > /proc/$$/comm; echo ready; read -r line'], { env });
  await once(child.stdout, 'data');
  const pid = child.pid as number;
  expect(readStat(pid)).toMatchObject({ pid, parent: process.pid, zombie: false });
  const environment = environmentOf(pid) as Buffer;
  expect(variableIn(environment, 'BIG')).toHaveLength(100_000);
  expect(variableIn(environment, 'EMPTY')).toBe('');
  expect(variableIn(environment, 'LAST')).toBe('value');
  expect(variableIn(environment, 'AST')).toBeNull();
  child.stdin.end();
  await once(child, 'exit');
  expect(readStat(pid)).toBeNull();
  expect(environmentOf(pid)).toBeNull();
});
