import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from '../support/agents.ts';
import { jumar, logOf, loopFolders, startCli } from '../support/cli.ts';
import { ensureProgram } from '../support/live-runners.ts';
import { aProject } from '../support/project.ts';
import { inTerminal, PATIENCE_MS } from '../support/tmux.ts';
import { until as soon } from '../support/until.ts';

/** Ten numbered tests; those whose numbers are in a file pass. */
const files = {
  'passing.txt': '1 2 3 4\n',
  'check.sh': `passing=" $(cat passing.txt) "
code=0
echo "TAP version 13"
for n in 1 2 3 4 5 6 7 8 9 10; do
  case "$passing" in *" $n "*) echo "ok $n - case $n" ;; *) echo "not ok $n - case $n"; code=1 ;; esac
done
echo "1..10"
exit $code
`,
};

/**
 * An agent whose n-th launch makes these cases pass. It says what it is doing and holds until the file `go` beside it
 * holds its number or more, so that a test decides when an iteration ends.
 */
function scene(cases: readonly string[], env: Record<string, string> = {}) {
  const { project, home, outside } = aProject(files);
  const lines = cases.map((numbers, index) => `${index + 1}) echo "${numbers}" > passing.txt ;;`).join('\n');
  const body = `n=$(wc -l < "${outside}/launches"); n=$((n + 0))
echo "thinking about launch $n"
case $n in
${lines}
esac
while [ "$(cat "${outside}/go" 2>/dev/null || echo 0)" -lt $n ]; do sleep 0.05; done`;
  const args = ['make the checks pass', '--until', 'sh check.sh', '--agent-command', agentScript(outside, body)];
  const options = { cwd: project, home, env };
  return {
    args,
    options,
    release: (n: number) => writeFileSync(join(outside, 'go'), String(n)),
    log: () => loopFolders(home).flatMap((folder) => logOf(folder).map(({ event }) => event)),
    cli: (...words: string[]) => jumar(words, options),
  };
}

const ALL = '1 2 3 4 5 6 7 8 9 10';
const until = (what: string, holds: () => boolean) => soon(what, holds, PATIENCE_MS);
const columnsOf = (lines: readonly string[]) => Math.max(...lines.map((line) => [...line].length));

describe.skipIf(!ensureProgram('tmux', ['tmux']))('the live view in a terminal', () => {
  test('start, resize to 60 × 15, pause, go on, end', async () => {
    const { args, options, release, log } = scene(['1 2 3 4 5', ALL]);
    const terminal = inTerminal(args, options);
    await terminal.shows('thinking about launch 1');
    const [title, task] = terminal.screen();
    expect(title).toMatch(/^jumar make-the-checks-pass-[0-9a-f]{8} +running, \d+:\d\d of 60 min$/);
    expect(task).toBe('make the checks pass');
    expect(terminal.screen()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^✗ sh check.sh exit 1, 6 of 10 tests failed$/)]),
    );
    await terminal.shows('p pause · s skip to checks · d diff · q quit, resumable');
    expect(terminal.modes()).toEqual({ cursor: false, ownScreen: true });

    terminal.resize(60, 15);
    await terminal.shows(/─{60}(?!─)/);
    await until('the view fits', () => terminal.screen().filter((line) => line.startsWith('jumar ')).length === 1);
    expect(columnsOf(terminal.screen())).toBeLessThanOrEqual(60);
    await terminal.shows(/#1 of 10 · command at work \d+:\d\d · thinking about launch 1/);
    await terminal.shows('q quit, resumable');

    terminal.press('p');
    await terminal.shows('p continue · s skip · d diff · q quit');
    release(1);
    await terminal.shows('p continue · d diff · q quit, resumable');
    expect(terminal.screen().join('\n')).toMatch(/failing tests 6 → 5 of 10 +quality 0\.\d\d → 0\.\d\d/);
    expect(log().at(-1)).toMatchObject({ type: 'loop-paused', cause: 'request' });

    terminal.press('p');
    await terminal.shows('thinking about launch 2');
    release(2);
    expect(await terminal.exit()).toBe(0);
    expect(terminal.modes()).toEqual({ cursor: true, ownScreen: false });
    const left = terminal.scrollback();
    expect(left).toContain('Jumar: COMPLETE');
    expect(left).toMatch(/#1 {2}agent .* tests 4→5\/10/);
    expect(left).not.toContain('thinking about launch');
  });

  test('Ctrl-C leaves a loop that resume goes on with', async () => {
    const { args, options, release, log } = scene(['1 2 3 4 5', ALL]);
    const first = inTerminal(args, options);
    await first.shows('thinking about launch 1');
    first.press('C-c');
    expect(await first.exit()).toBe(130);
    expect(first.scrollback()).toContain('Jumar: PAUSED');
    expect(log().at(-1)).toMatchObject({ type: 'loop-paused', cause: 'interrupt' });
    release(9);
    const second = inTerminal(['resume'], options);
    expect(await second.exit()).toBe(0);
    expect(second.scrollback()).toContain('Jumar: COMPLETE');
  });

  test('q quits as Ctrl-C does, and skip has the work so far checked', async () => {
    const { args, options, log } = scene([ALL]);
    const first = inTerminal(args, options);
    await first.shows('thinking about launch 1');
    first.press('q');
    expect(await first.exit()).toBe(130);
    const second = inTerminal(['resume'], options);
    await second.shows('thinking about launch 2');
    second.press('s');
    await until('the agent was ended', () =>
      log().some(({ type, reason }) => type === 'agent-finished' && String(reason).startsWith('stopped by a person')),
    );
    await second.shows('#2 of 10');
    second.press('q');
    expect(await second.exit()).toBe(130);
  });

  test('a gate is answered by key, with a reason', async () => {
    const { args, options, release, log } = scene(['1 2 3 5', '1 2 4 6', '1 3 4 7', ALL]);
    release(9);
    const terminal = inTerminal(args, options, [60, 15]);
    await terminal.shows('a approve · r reject · x abort');
    await terminal.shows('? Accept this change of iteration 3?');
    terminal.press('d');
    await terminal.shows('baseline to #3');
    await terminal.shows('+1 3 4 7');
    terminal.press('q');
    await terminal.shows('r reject');
    terminal.press('r');
    await terminal.shows('reject, because: _');
    terminal.press('-l', 'keep case 2');
    await terminal.shows('reject, because: keep case 2_');
    terminal.press('Enter');
    expect(await terminal.exit()).toBe(0);
    expect(log().find(({ type }) => type === 'gate-answered')).toMatchObject({
      answer: 'reject',
      reason: 'keep case 2',
      by: 'terminal',
    });
  });

  test('attach shows a loop of another process and steers it', async () => {
    const { args, options, release, log } = scene(['1 2 3 4 5', '1 2 3 4 5 6', ALL]);
    const running = startCli(args, options);
    await until('the agent is at work', () => log().some(({ type }) => type === 'agent-started'));
    const terminal = inTerminal(['attach'], options);
    await terminal.shows('thinking about launch 1');
    await terminal.shows('q leave');
    terminal.press('q');
    expect(await terminal.exit()).toBe(130);
    expect(terminal.scrollback()).toContain('keeps running');

    const again = inTerminal(['attach'], options);
    await again.shows('thinking about launch 1');
    again.press('p');
    await again.shows('p do not pause');
    release(1);
    expect(await again.exit()).toBe(130);
    expect(again.scrollback()).toContain('Jumar: PAUSED');
    expect((await running.done).code).toBe(130);
  });

  test('plain lines where they are asked for, and no colour or Unicode where they are not wanted', async () => {
    const { args, options, release } = scene([ALL]);
    release(9);
    const plain = inTerminal([...args, '--plain'], options);
    expect(await plain.exit()).toBe(0);
    expect(plain.scrollback()).toContain('#0  baseline');

    const bare = scene([ALL], { LANG: 'C', NO_COLOR: '1' });
    const terminal = inTerminal(bare.args, bare.options, [80, 24]);
    await terminal.shows('thinking about launch 1');
    expect(terminal.screen().join('')).toMatch(/^[\x20-\x7e]*$/);
    expect(terminal.screen().join('\n')).toContain('FAIL sh check.sh');
    bare.release(9);
    expect(await terminal.exit()).toBe(0);
  });
});
