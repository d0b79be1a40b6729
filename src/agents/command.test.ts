import { expect, test } from 'vitest';
import { command } from './command.ts';
import { adapterContract, aLaunch, verdictOf } from './contract/adapter.contract.ts';

adapterContract(command, ['any words', '{"type":"result","is_error":true}']);

test.each<[number | null, NodeJS.Signals | null, string, string]>([
  [3, null, 'failed', "exit 3: You've hit your limit · resets 5pm (Europe/Vilnius)"],
  [127, null, 'failed', "exit 127 (command not found): You've hit your limit · resets 5pm (Europe/Vilnius)"],
  [null, 'SIGKILL', 'failed', 'ended by SIGKILL'],
])('exit %s, signal %s', (exitCode, signal, outcome, reason) => {
  const words = "You've hit your limit · resets 5pm (Europe/Vilnius)";
  expect(verdictOf(command, [words], { exitCode, signal })).toEqual({ outcome, reason, error: null });
});

test('the prompt is on stdin unless the command says otherwise', () => {
  const planFor = (program: string, prompt = "it's") => command.plan(aLaunch({ program, prompt }));
  expect(planFor('agent')).toMatchObject({ command: 'agent', stdin: 'prompt' });
  expect(planFor('agent {prompt}')).toMatchObject({ command: expect.not.stringContaining("it's"), stdin: null });
  expect(planFor('agent < {promptFile}')).toMatchObject({ stdin: null });
  expect(planFor('agent {prompt}', 'x'.repeat(200_000))).toHaveProperty('problem');
  expect(planFor('sh -c "agent {prompt}"')).toHaveProperty('problem');
});
