import { join } from 'node:path';
import { type AcpPreset, acpAdapter } from './acp.ts';
import type { Host } from './contract/adapter.ts';

const signInEvidence = (variables: string[], file: string | null, signIn: string) => (host: Host) => ({
  variables,
  files: file ? [join(host.home, file)] : [],
  signIn,
});

/** Agents that support ACP, and the arguments that turn it on. To support another agent, add an entry, and its variables in `core/agents/own-variables.ts`. */
const presets: readonly AcpPreset[] = [
  {
    name: 'copilot',
    title: 'GitHub Copilot CLI',
    program: 'copilot',
    args: ['--acp', '--no-auto-update'],
    folders: ['.copilot', '.cache/copilot', '.config/github-copilot'],
    evidence: signInEvidence(
      ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
      '.copilot/config.json',
      'run copilot login',
    ),
  },
  {
    name: 'goose',
    title: 'goose',
    program: 'goose',
    args: ['acp'],
    env: { GOOSE_MODE: 'auto' },
    folders: ['.config/goose', '.local/share/goose', '.local/state/goose'],
    evidence: signInEvidence(
      ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'],
      '.config/goose/config.yaml',
      'run goose configure',
    ),
  },
  {
    name: 'qwen',
    title: 'Qwen Code',
    program: 'qwen',
    args: ['--acp'],
    env: { QWEN_CODE_NO_RELAUNCH: 'true' },
    folders: ['.qwen'],
    evidence: signInEvidence(['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'], '.qwen/oauth_creds.json', 'run qwen once'),
  },
  {
    name: 'kimi',
    title: 'Kimi CLI',
    program: 'kimi',
    args: ['acp'],
    folders: ['.kimi'],
    evidence: signInEvidence(['KIMI_API_KEY', 'MOONSHOT_API_KEY'], '.kimi/config.toml', 'run kimi once'),
  },
  {
    name: 'cursor',
    title: 'Cursor CLI',
    program: 'cursor-agent',
    args: ['acp'],
    folders: ['.cursor', '.config/cursor'],
    evidence: signInEvidence(['CURSOR_API_KEY'], '.config/cursor/auth.json', 'run cursor-agent login'),
  },
  {
    name: 'vibe',
    title: 'Mistral Vibe',
    program: 'vibe-acp',
    args: [],
    folders: ['.vibe'],
    evidence: signInEvidence(['MISTRAL_API_KEY'], '.vibe/.env', 'run vibe --setup'),
  },
];

export const acpPresets = presets.map(acpAdapter);
