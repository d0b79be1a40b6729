import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a shell script outside the workspace and gives the agent command that runs it. */
export function agentScript(outside: string, body: string, name = 'agent.sh'): string {
  const path = join(outside, name);
  writeFileSync(path, `#!/bin/sh\necho run >> "${outside}/launches"\n${body}\n`);
  chmodSync(path, 0o755);
  return `"${path}"`;
}
