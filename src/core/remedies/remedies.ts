import { matchesVariable, ownVariables } from '../agents/own-variables.ts';
import type { Ecosystem } from '../criteria/toolchain.ts';
import { installProgram, PACKAGE_MANAGERS } from './install-program.ts';
import { refusedWriteRemedy, refusedWriteSymptom } from './refused-write.ts';

/** What a remedy depends on. */
export interface RemedyFacts {
  /** How the project's dependencies are installed, by its lock files. */
  install: Partial<Record<Ecosystem, string>>;
  /** How the project is built; null if it is not. */
  build: string | null;
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
  /** The package that is not installed, if what was printed names it. */
  missing?(match: RegExpExecArray): string | null;
}

export interface FoundRemedy {
  name: string;
  text: string;
  /** Every package that what was printed names as not installed: one may only be what is tried before another. */
  missing: readonly string[];
}

/** The first remedy whose symptom was printed; null if none was. */
export function remedyFor(output: string, facts: RemedyFacts): FoundRemedy | null {
  const from = facts.agent === null ? 'check' : 'agent';
  for (const { name, symptom, remedy, missing, from: source } of remedies) {
    if (source !== 'both' && source !== from) continue;
    const match = symptom.exec(output);
    const text = match && remedy(match, facts);
    if (text) return { name, text, missing: missing ? namesIn(output, symptom, missing) : [] };
  }
  return null;
}

function namesIn(output: string, symptom: RegExp, missing: NonNullable<Remedy['missing']>): string[] {
  const every = new RegExp(symptom.source, `${symptom.flags}g`);
  return [...new Set([...output.matchAll(every)].flatMap((match) => missing(match) ?? []))];
}

const NODE_TOOLS =
  'vitest|jest|mocha|ava|tap|tsc|tsx|eslint|biome|rollup|vite|webpack|turbo|nx|c8|nyc|cross-env|rimraf|run-s|npm-run-all';
/** Programs whose package has another name. */
const PACKAGE_OF: Record<string, string> = { tsc: 'typescript', 'run-s': 'npm-run-all' };

/** Symptom → remedy. The more specific one comes first. */
export const remedies: readonly Remedy[] = [
  {
    name: 'a place that checks may not write to',
    from: 'check',
    symptom: refusedWriteSymptom,
    remedy: ([, folder]) => refusedWriteRemedy(folder ?? ''),
  },
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
    symptom: new RegExp(
      `Cannot find (?:module|package) ['"](?![./#]|node:)([^'"]+)['"]|Failed to resolve import "(?![./#])([^"]+)"|node_modules (?:missing|not found)|(?:^|\\n)(?:sh|\\/bin\\/sh)(?:: line)?:? ?\\d*: (${NODE_TOOLS}): (?:command )?not found|(?:^|\\n)g?make(?:\\[\\d+\\])?: (${NODE_TOOLS}): No such file|not installed: (${NODE_TOOLS})\\b`,
    ),
    remedy: (_, { install }) => installWith(install.node),
    missing: ([, module, imported, program, tool]) => nodePackage(module ?? imported ?? program ?? tool),
  },
  {
    name: 'packages that are not built',
    from: 'check',
    symptom:
      /Failed to resolve entry for package "[^"]+"|Cannot find module '[^'\n]*\/node_modules\/[^'\n]*\/(?:dist|lib|build|out|esm|cjs)\/[^'\n]*'/,
    remedy: (_, { build }) => {
      const how = build ?? '<build command>';
      return `packages that this one uses are not built: run \`${how}\` here and start again, or let Jumar run it: --setup "${how}"`;
    },
  },
  {
    name: 'python dependencies',
    from: 'check',
    symptom: /(?:No module named|python module not found:) ['"]?(\w+)|command not found: (pytest)\b/,
    remedy: (_, { install }) => installWith(install.python),
    missing: ([, module, program]) => module ?? program ?? null,
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
    name: 'rust dependencies',
    from: 'check',
    symptom:
      /failed to (?:get|load source for dependency) `[^`]+`|no matching package named `[^`]+` found|unable to update registry|attempting to make an HTTP request, but --offline was specified/,
    remedy: (_, { install }) => installWith(install.rust),
  },
  {
    name: 'java dependencies',
    from: 'check',
    symptom:
      /Could not resolve (?:dependencies for project|all (?:files|dependencies|artifacts|task dependencies) for)|Non-resolvable (?:parent|import) POM|or one of its dependencies could not be resolved|No cached version of \S+ available for offline mode/,
    remedy: (_, { install }) => installWith(install.java),
  },
  {
    name: 'no network',
    from: 'both',
    symptom:
      /[Cc]ould(?: not|n't) resolve host(?:name)?(?:: |\s+['"`]?)([\w.-]+)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)|dial tcp: lookup ([\w.-]+)|Temporary failure in name resolution|Name or service not known|\bENETUNREACH\b|Network is unreachable/,
    remedy: ([, one, other, third], { agent }) => {
      const host = one ?? other ?? third;
      const what = host ? `${host} could not be reached` : 'a host could not be reached';
      return agent === null
        ? `no network: ${what}; what checks download must be there before: install it while online`
        : `no network: ${what}; connect, or name it if its sandbox closes the network, then \`jumar resume\``;
    },
  },
  {
    name: 'no tests',
    from: 'check',
    symptom: /^exit \d+, but no test ran/,
    remedy: () =>
      'this command found no tests in the repository: ask for tests in the task, or name another check, --until "…"',
  },
  {
    name: 'an agent that does not speak ACP',
    from: 'agent',
    symptom: /\bdoes not speak ACP\b/,
    remedy: (_, { agent }) =>
      agent === 'acp'
        ? 'give the arguments that turn ACP on, --agent-command "my-agent --acp"; without --agent acp, any command that reads its prompt on stdin will do'
        : `a newer version of ${ownCommand(agent)} may; \`jumar doctor\` lists other agents`,
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
    remedy: ([, before, after], { agent }) => {
      const name = before ?? after ?? '';
      if (ownVariables(agent ?? '').some((pattern) => matchesVariable(pattern, name)))
        return `set ${name} in this shell, then \`jumar resume\``;
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

/** `@scope/name/sub/path.js` → `@scope/name`. */
function nodePackage(named: string | undefined): string | null {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(named ?? '')?.[0];
  return name === undefined ? null : (PACKAGE_OF[name] ?? name);
}

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
