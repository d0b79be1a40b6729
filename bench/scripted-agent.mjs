// A real agent whose model is a script: it is asked to apply a patch with its own shell tool. What it does on the way (its start, its
// protocol, its permissions, its cell) is what it does for a person. Without the agent, a plain command applies the patch.
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installAgent } from '../scripts/install-agents.mjs';
import { startFakeModel } from '../test/fixtures/model-server/server.mjs';
import { realAgentEnvironment } from '../test/support/real-agents.mjs';

const TITLES = { claude: 'Claude Code', codex: 'Codex', opencode: 'OpenCode over ACP' };

/** How to call Jumar with the agent: its name for the table, arguments, variables, and how to end its model. */
export async function scriptedAgent(agent, { patch, home, path }) {
  const command = `git apply ${patch}`;
  const check = `git apply --reverse --check ${patch} 2>/dev/null`;
  const { bin, problem } = installAgent(agent);
  if (problem) {
    console.error(`    ${TITLES[agent]} could not be installed: ${problem}`);
    return { title: 'a command', args: ['--agent-command', command], env: {}, close: () => {} };
  }
  // An agent may go on while its command still runs: the model takes its time to answer. Each iteration gets the same answers.
  const turn = [
    { text: 'I apply the fix.', do: [{ shell: `${check} || ${command}` }] },
    { text: 'The fix is applied.', delayMs: 8000 },
  ];
  const steps = [...turn, ...turn, ...turn];
  const server = await startFakeModel({ scenario: { side: { text: 'title' }, steps } });
  mkdirSync(home, { recursive: true });
  const own = realAgentEnvironment(agent, server.url, home);
  // Codex ends with its turn, whatever its login shell is still doing.
  const apart = agent === 'codex' ? { HOME: home, ...toolFolders() } : {};
  const env = { PATH: `${bin}:${path}`, ...apart, ...own };
  const close = () => server.close();
  if (agent !== 'opencode') return { title: TITLES[agent], args: ['--agent', agent], env, close };
  return {
    title: TITLES[agent],
    args: ['--agent', 'acp', '--agent-command', 'opencode acp'],
    env: { ...env, JUMAR_AGENT_ENV: Object.keys(own).join(',') },
    close,
  };
}

/** With a home of its own an agent does not run this user's shell profile; tools that are installed in the user's home stay reachable. */
function toolFolders() {
  const folders = { CARGO_HOME: '.cargo', RUSTUP_HOME: '.rustup', PYENV_ROOT: '.pyenv' };
  return Object.fromEntries(
    Object.entries(folders).map(([name, folder]) => [name, process.env[name] ?? join(homedir(), folder)]),
  );
}
