import type { Ecosystem } from '../criteria/toolchain.ts';
import { installProgram, PACKAGE_MANAGERS } from './install-program.ts';

/** What a remedy depends on. */
export interface RemedyFacts {
  /** How the project's dependencies are installed, by its lock files. */
  install: Partial<Record<Ecosystem, string>>;
  /** The agent that printed it; null for a check. */
  agent: string | null;
}

interface Remedy {
  name: string;
  /** In what a check or an agent printed. */
  symptom: RegExp;
  from: 'check' | 'agent' | 'both';
  /** Null if it does not apply after all. */
  remedy(match: RegExpExecArray, facts: RemedyFacts): string | null;
}

/** The first remedy whose symptom was printed; null if none was. */
export function remedyFor(output: string, facts: RemedyFacts): { name: string; text: string } | null {
  const from = facts.agent === null ? 'check' : 'agent';
  for (const { name, symptom, remedy, from: source } of remedies) {
    if (source !== 'both' && source !== from) continue;
    const match = symptom.exec(output);
    const text = match && remedy(match, facts);
    if (text) return { name, text };
  }
  return null;
}

/** Symptom → remedy. The more specific one comes first. */
export const remedies: readonly Remedy[] = [
  {
    name: 'a package manager',
    from: 'check',
    symptom: new RegExp(
      `command not found: (${PACKAGE_MANAGERS.join('|')})(?![\\w-])|\\bsh(?:: line)?:? ?\\d*: (${PACKAGE_MANAGERS.join('|')}): (?:command )?not found`,
    ),
    remedy: ([, one, other]) => {
      const program = one ?? other ?? '';
      return `${program} is not installed: \`${installProgram(program)}\`, then the project's dependencies; or name a check that needs none: --until "…"`;
    },
  },
  {
    name: 'node dependencies',
    from: 'check',
    // Not a file of the project: relative and absolute paths, `#imports` and `node:` are its own.
    symptom:
      /Cannot find (?:module|package) ['"](?![./#]|node:)[^'"]+['"]|Failed to resolve import "(?![./#])|node_modules (?:missing|not found)|(?:^|\n)(?:sh|\/bin\/sh)(?:: line)?:? ?\d*: (?:vitest|jest|mocha|ava|tap|tsc|tsx|eslint|biome|rollup|vite|webpack|turbo|nx|c8|nyc|cross-env|rimraf|run-s|npm-run-all): (?:command )?not found|not installed: (?:vitest|jest|mocha|ava|tap|tsc|tsx|eslint)\b/,
    remedy: (_, { install }) => installWith(install.node),
  },
  {
    name: 'python dependencies',
    from: 'check',
    symptom:
      /ModuleNotFoundError: No module named|python module not found: |No module named ['"]?\w+|command not found: pytest\b/,
    remedy: (_, { install }) => installWith(install.python),
  },
  {
    name: 'ruby dependencies',
    from: 'check',
    symptom:
      /Could not find (?:gem )?\S+ in (?:any of the sources|locally installed gems)|bundler: command not found|Run `bundle install`/,
    remedy: (_, { install }) => installWith(install.ruby),
  },
  {
    name: 'php dependencies',
    from: 'check',
    symptom: /vendor\/autoload\.php|run `?composer install|vendor\/bin\/\w+: (?:not found|No such file)/i,
    remedy: (_, { install }) => installWith(install.php),
  },
  {
    name: 'go dependencies',
    from: 'check',
    symptom: /no required module provides package|missing go\.sum entry|cannot find module providing package/,
    remedy: (_, { install }) => installWith(install.go),
  },
  {
    name: 'an untrusted folder',
    from: 'agent',
    symptom:
      /not (?:inside )?a?\s*trusted (?:directory|folder|workspace)|untrusted (?:directory|folder|workspace)|trust (?:this|the) (?:directory|folder|workspace)|(?:directory|folder|workspace) is not trusted/i,
    remedy: (_, { agent }) => `start ${ownCommand(agent)} once in this folder and trust it, then \`jumar resume\``,
  },
  {
    name: 'a variable',
    from: 'agent',
    symptom:
      /\b(?!JUMAR_)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b[^\n]{0,60}?\b(?:not set|unset|missing|required|not defined|undefined|must be set|is empty|not found)\b|\b(?:[Mm]issing|[Ss]et|[Nn]eeds?|[Rr]equires?|[Ee]xport|[Pp]rovide|[Uu]ndefined)\b[^\n]{0,60}?(?<!\/)\b(?!JUMAR_)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/,
    remedy: ([, before, after]) => {
      const name = before ?? after;
      return `agents get only the variables on a list: set ${name} and add it, \`jumar config set agent.env ${name}\`, then \`jumar resume\``;
    },
  },
  {
    name: 'a sign-in',
    from: 'agent',
    symptom:
      /\bnot (?:logged|signed) in\b|\b(?:please|must|need to) (?:run|log ?in|sign ?in)\b|\b(?:log|sign) in (?:again|first)\b|\bunauthori[sz]ed\b|\b(?:invalid|missing|no|incorrect)\b[^\n]{0,20}\bapi[ _-]?key\b|\bapi[ _-]?key\b[^\n]{0,20}\b(?:invalid|missing|required|not found)\b|\bauthenticat\w+ (?:failed|required|error)|^auth: |\b401\b/im,
    remedy: (_, { agent }) => `sign in with the agent's own command: ${signInOf(agent)}; then \`jumar resume\``,
  },
  {
    name: 'a permission of the agent',
    from: 'agent',
    symptom: /\bEACCES\b|\bEROFS\b|Read-only file system|Permission denied/,
    remedy: () =>
      'the agent may not write where it wants to: see `jumar show 1 --output`, and `--sandbox none` if its cage is the reason',
  },
];

function installWith(command: string | undefined): string {
  const how = command ?? '<install command>';
  return `dependencies are missing: run \`${how}\` here and start again, or let Jumar run it: --setup "${how}"`;
}

/** By the agents' own words. */
const SIGN_IN: Record<string, string> = {
  claude: '`claude`, then /login',
  codex: '`codex login`',
  gemini: '`gemini`, then choose how to sign in',
  opencode: '`opencode auth login`',
};

const signInOf = (agent: string | null) => SIGN_IN[agent ?? ''] ?? ownCommand(agent);

function ownCommand(agent: string | null): string {
  return agent === null || agent === 'command' || agent === 'acp' ? 'your agent' : `\`${agent}\``;
}
