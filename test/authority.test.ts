import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBwrap } from '../src/process/bwrap.ts';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, temporaryFolder, writeFiles } from './support/project.ts';
import { until } from './support/until.ts';

const bwrap = findBwrap(process.env);

const WAIT = 'touch "$OUTSIDE/working"; while ! test -f "$OUTSIDE/go"; do sleep 0.05; done';
/** Takes off what is mounted on Jumar's state, as who it is and as root of a user namespace. */
const UNMASK = `unmask='for path in $(cut -d " " -f 2 /proc/mounts | grep -F "\${JUMAR_PROMPT_FILE%%/projects/*}"); do umount -l "$path"; done'
sh -c "$unmask"; unshare -Ur --mount sh -c "$unmask; node $OUTSIDE/forge.cjs"`;
/** Seals a change of settings as Jumar does, if it finds the loop's secret. */
const FORGE = `
const fs = require('node:fs'), path = require('node:path'), crypto = require('node:crypto');
const loop = path.resolve(path.dirname(process.env.JUMAR_PROMPT_FILE), '../..');
const control = path.join(loop, 'control');
fs.mkdirSync(control, { recursive: true });
const request = { type: 'settings', values: { 'guard.enabled': false, 'verify.pristine': false }, confirmed: true };
fs.writeFileSync(path.join(control, '1.json'), JSON.stringify(request));
const key = fs.readFileSync(path.join(loop, 'control.key'), 'utf8').trim();
const session = JSON.parse(fs.readFileSync(path.join(loop, 'lock'), 'utf8')).token;
const body = JSON.stringify({ session, nonce: 'n', request });
const proof = crypto.createHmac('sha256', key).update(body).digest('hex');
fs.writeFileSync(path.join(control, '2.json'), proof + '\\n' + body + '\\n');
`;

function scene(agent: string, { sandbox = 'cell', ...more }: Record<string, string> = {}) {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  writeFileSync(join(outside, 'forge.cjs'), FORGE);
  const command = agentScript(outside, agent);
  const env = {
    ...WITHOUT_ANALYST,
    OUTSIDE: outside,
    JUMAR_AGENT_ENV: 'OUTSIDE',
    JUMAR_AGENT_SANDBOX: sandbox,
    ...more,
  };
  const options = { cwd: project, home, env };
  const loop = () => loopFolders(home)[0] as string;
  const args = ['get it ready', '--until', 'grep -q ready state.txt', '--agent-command', command];
  return {
    project,
    loop,
    start: () => startCli(['run', ...args, '--max-iterations', '2'], options),
    run: () => jumar(['run', ...args, '--max-iterations', '2'], options),
    cli: (...words: string[]) => jumar(words, options),
    go: () => writeFileSync(join(outside, 'go'), ''),
    isWorking: () => until('the agent is at work', () => existsSync(join(outside, 'working')), 45_000),
    events: () => logOf(loop()).map(({ event }) => event as { type: string; [key: string]: unknown }),
    report: (name: string) => readFileSync(join(loop(), 'files', name), 'utf8'),
  };
}

describe('without a cell, while the agent runs', () => {
  test('no request changes how the loop is judged, also with the secret; all of it is in the reports', async () => {
    const { run, cli, events, report } = scene('node "$OUTSIDE/forge.cjs"; echo ready > state.txt', {
      sandbox: 'none',
    });
    const { code, stdout } = await run();
    expect(code, stdout).toBe(0);
    const refused = [
      "refused a request: it does not carry the loop's secret",
      "refused a change of settings: it came while the agent ran, which can read the loop's secret",
    ];
    expect(events().filter(({ type }) => type === 'settings-changed')).toEqual([]);
    expect(events().filter(({ type }) => type === 'request-refused')).toHaveLength(2);
    const receipt = JSON.parse(report('result.json'));
    expect(receipt).toMatchObject({ agent_sandbox: 'none', problems: refused.map((what) => ({ what })) });
    const { stdout: text } = await cli('report', '--format', 'md');
    for (const what of refused) {
      expect(stdout).toContain(what);
      expect(text).toContain(what);
    }
  });

  test('a person learns to pause first, and what was set in the pause holds from then on', async () => {
    const { start, cli, isWorking, go, events, report } = scene(`${WAIT}; echo ready > state.txt`, { sandbox: 'none' });
    const running = start();
    await isWorking();
    const early = await cli('config', 'set', 'verify.confirm', '1');
    expect(early.stderr).toMatch(/does not take it: its agent runs without a cell[\s\S]*jumar pause/);
    expect((await cli('pause', '--now')).code).toBe(0);
    expect((await running.done).code).toBe(130);
    expect((await cli('config', 'set', 'verify.confirm', '2')).stdout).toContain('picks it up when resumed');
    const loosening = await cli('config', 'set', 'verify.pristine', 'false');
    expect(loosening.code).toBe(2);
    expect(loosening.stderr).toMatch(/loosens how .* is judged \(verify\.pristine: true → false\)[\s\S]*--yes/);
    expect((await cli('config', 'set', 'verify.pristine', 'false', '--yes')).code).toBe(0);
    go();
    expect((await cli('resume')).code).toBe(0);
    expect(events().filter(({ type }) => type === 'settings-changed')).toHaveLength(2);
    expect(JSON.parse(report('result.json')).human_decisions).toMatchObject([
      { decision: 'loosened', about: [{ id: 'verify.pristine: true → false' }], person: expect.any(String) },
    ]);
    expect((await cli('report', '--format', 'md')).stdout).toContain('loosened the settings');
  });
});

test.skipIf('problem' in bwrap)('in a cell the agent finds no secret, and a person can change settings', async () => {
  const { start, cli, isWorking, go, events, report, loop } = scene(
    `${UNMASK}\nnode "$OUTSIDE/forge.cjs" 2> "$OUTSIDE/said"; ${WAIT}; echo ready > state.txt`,
  );
  const running = start();
  await isWorking();
  expect(existsSync(join(loop(), 'control.key'))).toBe(true);
  const refused = await cli('config', 'set', 'guard.enabled', 'false');
  const loosening = await cli('config', 'set', 'verify.rerun', 'false');
  expect([refused.code, loosening.code]).toEqual([0, 2]);
  expect((await cli('config', 'set', 'verify.rerun', 'false', '--yes')).stdout).toContain('is running and picks it up');
  go();
  const { code, stdout } = await running.done;
  expect(code, stdout).toBe(0);
  expect(events().filter(({ type }) => type === 'request-refused')).toEqual([]);
  const receipt = JSON.parse(report('result.json'));
  expect(receipt.agent_sandbox).toBe('cell');
  expect(receipt.human_decisions).toMatchObject([
    { decision: 'loosened', about: [{ id: 'verify.rerun: true → false' }] },
  ]);
});

test('what an agent leaves for the commands of the person is gone when the loop has ended, and in every report', async () => {
  const user = temporaryFolder();
  writeFiles(user, { '.gitconfig': '[user]\n\tname = Ann\n' });
  const agent = `mkdir -p "$HOME/.config/jumar" .git/hooks
printf 'guard:\\n  enabled: false\\n' > "$HOME/.config/jumar/config.yaml"
printf '[alias]\\n\\tst = !evil\\n' >> "$HOME/.gitconfig"
echo evil > .git/hooks/pre-commit; git config core.fsmonitor ./evil; echo ready > state.txt`;
  const { project, run, cli, report } = scene(agent, { HOME: user, XDG_CONFIG_HOME: '' });
  const { code, stdout } = await run();
  expect(code, stdout).toBe(0);
  expect(existsSync(join(user, '.config/jumar/config.yaml'))).toBe(false);
  expect(readFileSync(join(user, '.gitconfig'), 'utf8')).toBe('[user]\n\tname = Ann\n');
  expect(existsSync(join(project, '.git/hooks/pre-commit'))).toBe(false);
  expect(readFileSync(join(project, '.git/config'), 'utf8')).not.toContain('evil');
  const [problem] = JSON.parse(report('result.json')).problems as { what: string }[];
  expect(problem?.what).toMatch(/^iteration 1 changed what your own commands run: .*core\.fsmonitor.*kept in/);
  expect(stdout).toContain('.git/hooks/pre-commit');
  expect((await cli('report', '--format', 'md')).stdout).toContain('.git/hooks/pre-commit');
});
