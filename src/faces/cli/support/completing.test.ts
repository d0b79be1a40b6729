import { expect, test } from 'vitest';
import { settingsSchema } from '../../../core/state/settings.ts';
import { buildProgram } from '../program.ts';
import { offersFor } from './completing.ts';
import { completionValues } from './completion-values.ts';
import type { CommandContext } from './context.ts';

const nowhere = {
  env: { JUMAR_HOME: '/nowhere/at/all', HOME: '/nowhere' },
  cwd: '/nowhere',
} as unknown as CommandContext;
const program = buildProgram(nowhere, { code: 0 });

/** With two loops of three iterations, and everything else as it is. */
async function offered(...words: string[]): Promise<string[]> {
  const known = completionValues(nowhere);
  const offers = await offersFor(program, words, async (place) => {
    if (place.name === '<loop>') return [{ value: 'fix-it-a1b2c3d4' }, { value: 'other-a1b2c3d5' }];
    if (place.name === '<iteration>') return [{ value: '0' }, { value: `of ${place.args.join()}` }];
    return known(place);
  });
  return offers.map(({ value }) => value);
}

test.each<[string[], string[]]>([
  [['re'], ['resume', 'reflect', 'report']],
  [['alerts', 'm'], ['mark']],
  [['alerts', 'mark', '--s'], ['--suppress']],
  [['report', '--f'], ['--format']],
  [
    ['report', '--format', ''],
    ['md', 'html', 'json', 'csv', 'junit', 'sarif'],
  ],
  [['report', '--format=h'], ['--format=html']],
  [['report', '--format', '=', 'h'], ['html']],
  [
    ['analytics', '--format', ''],
    ['text', 'json', 'csv'],
  ],
  [['audit', '--format', 's'], ['sarif']],
  [['audit', '--explain', 'test-gut'], ['test-gutted']],
  [
    ['gate', ''],
    ['show', 'approve', 'reject', 'abort'],
  ],
  [['gate', 'approve', 'f'], ['fix-it-a1b2c3d4']],
  [['gate', 'approve', '--reason', 'f'], []],
  [
    ['completions', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['resume', '--max-iterations', '20', 'o'], ['other-a1b2c3d5']],
  [
    ['show', 'fix-it-a1b2c3d4', ''],
    ['0', 'of fix-it-a1b2c3d4'],
  ],
  [['show', 'fix-it-a1b2c3d4', '1', ''], []],
  [
    ['config', ''],
    ['get', 'set', 'help'],
  ],
  [['config', 'set', 'limits.maxI'], ['limits.maxIterations']],
  [['--agent', 'cla'], ['claude']],
  [
    ['run', '--agent', 'claude,c'],
    ['claude,codex', 'claude,copilot', 'claude,cursor'],
  ],
  [['run', '--agent=claude,cod'], ['--agent=claude,codex']],
  [['make npm test pass', '--sandbox', 's'], ['srt']],
  [['make npm test pass', '--sand'], ['--sandbox']],
  [['make npm test pass', 'st'], []],
  [['--vers'], ['--version']],
  [['comple'], ['completions']],
  [['no-such-command', 'stat'], []],
  [[], expect.arrayContaining(['run', 'doctor']) as unknown as string[]],
])('after jumar %j', async (words, expected) => {
  expect(await offered(...words)).toEqual(expected);
});

test.each(['sandbox', 'coverage'] as const)('--%s offers what its setting takes', async (name) => {
  const group = name === 'sandbox' ? 'agent' : 'metrics';
  const values = await offered('run', `--${name}`, '');
  expect(values.length).toBeGreaterThan(2);
  for (const value of values) expect(settingsSchema.safeParse({ [group]: { [name]: value } }).success).toBe(true);
});

test('without a loop or a workspace, offers and prints nothing', async () => {
  for (const words of [
    ['status', ''],
    ['show', 'x', ''],
    ['alerts', 'mark', ''],
  ]) {
    expect(await offersFor(program, words, completionValues(nowhere))).toEqual([]);
  }
});
