import { expect, test } from 'vitest';
import { agentScript } from '../support/agents.ts';
import { jumar, logOf, loopFolders } from '../support/cli.ts';
import { ensureModule } from '../support/live-runners.ts';
import { aProject } from '../support/project.ts';

const FILES = {
  'shop/__init__.py': '',
  'shop/price.py': 'def price(total):\n    return total\n',
  'tests/test_price.py':
    'from shop.price import price\n\ndef test_small():\n    assert price(10) == 15\n\ndef test_free():\n    assert price(60) == 60\n',
  'tests/test_other.py': 'def test_nothing():\n    pass\n',
};
const WORK = `cat > shop/price.py <<'X'
def price(total):
    if total >= 50:
        return total
    return total + 5
X`;

test.skipIf(!ensureModule('pytest', ['python3-pytest']))('pytest: mutants that no test notices are named', async () => {
  const { project, home, outside } = aProject(FILES);
  const command = agentScript(outside, WORK);
  const args = ['run', 'make the tests pass', '--until', 'python3 -m pytest -q', '--until', 'mutants >= 95'];
  const env = { JUMAR_GUARD_ENABLED: 'false', JUMAR_METRICS_CODE: 'false', JUMAR_EVIDENCE_FLIP: 'false' };
  const all = [...args, '--agent-command', command, '--max-iterations', '1'];
  const { code } = await jumar(all, { cwd: project, home, env });
  const events = logOf(loopFolders(home)[0] as string).map(({ event }) => event);
  const boundary = (after: string) => ({ path: 'shop/price.py', line: 2, before: 'if total >= 50:', after });
  expect(events.filter(({ type }) => type === 'mutants-tested')).toMatchObject([
    {
      counts: { killed: 5, survived: 2, timedOut: 0, invalid: 0, untried: 0, possible: 7 },
      survivors: expect.arrayContaining([
        expect.objectContaining(boundary('if total > 50:')),
        expect.objectContaining(boundary('if total >= 51:')),
      ]),
    },
  ]);
  expect(code).toBe(1);
});
