/** The variables that an agent gets without being asked for, beside those that every agent gets. A `*` matches any characters. */
const OWN: Record<string, readonly string[]> = {
  claude: [
    'ANTHROPIC_*',
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_*',
    'CLAUDE_CODE_SKIP_*_AUTH',
    'CLAUDE_CODE_MAX_*',
    'CLAUDE_CODE_API_KEY_HELPER_TTL_MS',
    'API_TIMEOUT_MS',
    'MAX_THINKING_TOKENS',
    'BASH_*_TIMEOUT_MS',
  ],
  codex: ['OPENAI_*', 'CODEX_*', 'AZURE_OPENAI_*'],
  gemini: ['GEMINI_*', 'GOOGLE_*'],
  opencode: [
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'GEMINI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'OPENROUTER_API_KEY',
    'GROQ_API_KEY',
    'MISTRAL_API_KEY',
    'XAI_API_KEY',
    'DEEPSEEK_API_KEY',
    'OPENCODE_*',
  ],
  copilot: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN'],
  goose: ['GOOSE_*', 'OPENAI_*', 'ANTHROPIC_*', 'GOOGLE_API_KEY', 'OPENROUTER_API_KEY', 'DATABRICKS_*'],
  qwen: ['QWEN_*', 'OPENAI_*', 'DASHSCOPE_*'],
  kimi: ['KIMI_*', 'MOONSHOT_*'],
  cursor: ['CURSOR_*'],
  vibe: ['MISTRAL_*', 'VIBE_*'],
};

/** Empty for an agent that is only a command. */
export function ownVariables(agent: string): readonly string[] {
  return Object.hasOwn(OWN, agent) ? (OWN[agent] ?? []) : [];
}

export function matchesVariable(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return name === pattern;
  const [start = '', end = ''] = pattern.split('*');
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}
