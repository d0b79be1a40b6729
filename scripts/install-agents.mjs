// Installs the real agents that the extended suite drives, at pinned versions, into a cache folder of their own. They weigh
// hundreds of megabytes, so `npm ci` never does this. Prints the folders to put on the PATH, one a line.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const AGENTS = {
  claude: '@anthropic-ai/claude-code@2.1.197',
  codex: '@openai/codex@0.166.0',
  gemini: '@google/gemini-cli@0.61.0',
  opencode: 'opencode-ai@1.18.33',
};

/** `TEST_AGENTS_FOLDER`, or a folder in the user's cache. */
export function agentsFolder() {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return process.env.TEST_AGENTS_FOLDER ?? join(cache, 'jumar-test-agents');
}

/** The folder with the agent's program, installed if need be; or why it could not be. */
export function installAgent(name) {
  const spec = AGENTS[name];
  const folder = join(agentsFolder(), spec.replace(/[@/]+/g, '-').replace(/^-/, ''));
  const bin = join(folder, 'node_modules', '.bin');
  if (existsSync(join(folder, 'installed'))) return { bin };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', spec], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (npm.status !== 0)
    return { problem: `npm install ${spec} failed: ${(npm.stderr || String(npm.error)).trim().slice(-500)}` };
  const tried = spawnSync(join(bin, name), ['--version'], { encoding: 'utf8' });
  if (tried.status !== 0) return { problem: `${spec} was installed but does not start: ${tried.stderr}` };
  writeFileSync(join(folder, 'installed'), `${tried.stdout.trim()}\n`);
  return { bin };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of Object.keys(AGENTS)) {
    const { bin, problem } = installAgent(name);
    if (problem) process.exitCode = 1;
    console.log(bin ?? problem);
  }
}
