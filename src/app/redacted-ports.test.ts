import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/project.ts';
import { createChecker } from '../checks/criteria/checker.ts';
import { supervise } from '../process/supervise.ts';
import { aCriterion, theSettings } from '../testing/builders.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { redactedPorts } from './redacted-ports.ts';

test.each([40, 100, 120, 500])(
  'a secret that an excerpt of %i characters cuts in two leaves nothing of itself',
  async (maxChars) => {
    const folder = temporaryFolder();
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    writeFileSync(join(folder, 'check.sh'), `echo "${'x'.repeat(300)} ${secret} ${'y'.repeat(60)}"\nexit 1\n`);
    const env = { PATH: process.env.PATH };
    const { ports } = fakeWorld({ start: '', agent: (_, tree) => tree, check: () => [] });
    const { checker } = redactedPorts({ ...ports, checker: createChecker({ supervise, env, loop: 'l' }) }, env);
    const { verdicts } = await checker.verify(
      {
        criteria: [aCriterion('sh check.sh')],
        root: folder,
        cwd: folder,
        run: 'r',
        outputPath: (name) => ({ absolute: join(folder, `${name}.log`), relative: `${name}.log` }),
        probeFolder: (name) => join(folder, `probe-${name}`),
        settings: theSettings({ progress: { maxChars } }),
      },
      new AbortController().signal,
    );
    const excerpt = verdicts[0]?.excerpt ?? '';
    for (let at = 0; at + 8 <= secret.length; at++) expect(excerpt).not.toContain(secret.slice(at, at + 8));
    expect(excerpt).toContain('yyyy');
  },
);

test("a secret in the agent's words is hidden before they are cut", async () => {
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const { ports } = fakeWorld({ start: '', agent: (_, tree) => tree, check: () => [] });
  const folder = temporaryFolder();
  for (let before = 440; before < 500; before++) {
    const words = `${'x'.repeat(900)} ${secret} ${'y'.repeat(before)}`;
    const agent: typeof ports.agent = {
      run: async (request, signal) => ({ ...(await ports.agent.run(request, signal)), excerpt: words }),
    };
    const request = { outputFile: join(folder, 'none.log'), iteration: 1, promptFile: '1/prompt.md' };
    const run = await redactedPorts({ ...ports, agent }, {}).agent.run(request as never, new AbortController().signal);
    expect([...run.excerpt].length).toBeLessThanOrEqual(500);
    for (let at = 0; at + 8 <= secret.length; at++) expect(run.excerpt).not.toContain(secret.slice(at, at + 8));
  }
});
