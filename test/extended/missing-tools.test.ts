import { expect, test } from 'vitest';
import { eventsIn, jumar } from '../support/cli.ts';
import { aProject } from '../support/project.ts';

/** With real python and make; what they say is table-tested without them in src/checks/criteria/could-not-run.test.ts. */
test.each([
  ['python3 -m no_such_module', 'python module not found: no_such_module'],
  ['python3 -m no_such.module | cat', 'python module not found: no_such.module'],
  ['python3 nosuch.py !~ /zz/', 'python3 cannot open nosuch.py'],
  ['make', 'there is no makefile'],
  ['make nosuch !~ /zz/', 'make has no target "nosuch"'],
])('%s could not be measured', async (check, reason) => {
  const { project, home } = aProject({ 'a.txt': 'a\n' });
  const until = check.includes('!~') ? `\`${check.split(' !~')[0]}\` !~ /zz/` : `\`${check}\``;
  const args = ['run', 'get it done', '--until', until, '--agent-command', 'true', '--max-iterations', '1', '--json'];
  const { code, stdout } = await jumar(args, { cwd: project, home });
  expect(code).not.toBe(0);
  const checked = eventsIn(stdout).find(({ type }) => type === 'checks-finished');
  expect(checked).toMatchObject({ verdicts: [{ outcome: 'unmeasured', reason }] });
});
