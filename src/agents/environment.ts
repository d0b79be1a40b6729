import { matchesVariable } from '../core/agents/own-variables.ts';

/** Variables that an agent inherits; all others are removed unless `agent.env` names them. A `*` matches any characters. */
const ALLOWED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'TZ',
  'TMPDIR',
  'XDG_*',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

export function agentEnvironment(env: NodeJS.ProcessEnv, extraVariables: readonly string[]): Record<string, string> {
  const patterns = [...ALLOWED, ...extraVariables];
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && patterns.some((pattern) => matchesVariable(pattern, name))) result[name] = value;
  }
  return result;
}
