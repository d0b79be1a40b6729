/** What an agent inherits; everything else stays out unless `agent.env` names it. A `*` matches any characters. */
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

export function agentEnvironment(env: NodeJS.ProcessEnv, extra: readonly string[]): Record<string, string> {
  const allowed = [...ALLOWED, ...extra];
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && allowed.some((pattern) => matches(pattern, name))) passed[name] = value;
  }
  return passed;
}

function matches(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return name === pattern;
  const [start = '', end = ''] = pattern.split('*');
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}
