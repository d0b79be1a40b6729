import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What makes a real agent call the scripted server at `url`, keep its state below `home`, and give up retrying soon. */
export function realAgentEnvironment(agent, url, home) {
  switch (agent) {
    case 'claude':
      return {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'sk-ant-dummy-key',
        CLAUDE_CONFIG_DIR: join(home, '.claude'),
        CLAUDE_CODE_MAX_RETRIES: '2',
      };
    case 'codex':
      put(join(home, '.codex', 'config.toml'), codexConfig(url));
      return { CODEX_HOME: join(home, '.codex'), OPENAI_API_KEY: 'sk-dummy-key' };
    case 'gemini':
      put(join(home, '.gemini', 'settings.json'), JSON.stringify(GEMINI_SETTINGS));
      return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'dummy-key', GEMINI_CLI_HOME: home };
    case 'opencode':
      // It would install a package for plugins at every start.
      put(join(home, '.npmrc'), 'offline=true\nfetch-retries=0\n');
      put(join(home, 'opencode.json'), JSON.stringify(opencodeConfig(url)));
      return {
        OPENCODE_CONFIG: join(home, 'opencode.json'),
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        XDG_DATA_HOME: join(home, '.local', 'share'),
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_STATE_HOME: join(home, '.local', 'state'),
        XDG_CACHE_HOME: join(home, '.cache'),
      };
  }
}

/** Without a model's name it asks a model which one to ask. */
const GEMINI_SETTINGS = {
  model: { name: 'gemini-2.5-pro' },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 3 },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: 'gemini-api-key' } },
};

function codexConfig(url) {
  return `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[feedback]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 3
stream_max_retries = 2
stream_idle_timeout_ms = 4000
`;
}

function opencodeConfig(url) {
  const model = {
    name: 'Scripted',
    tool_call: true,
    limit: { context: 128_000, output: 8192 },
    cost: { input: 3, output: 15 },
  };
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'scripted/model',
    small_model: 'scripted/model',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
        models: { model },
      },
    },
  };
}

function put(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
