import { type ShellWord, shellQuote, shellWords } from '../../core/criteria/shell-words.ts';
import { fieldsOrEmpty, parseJson, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ProjectFolder } from '../../project/project-folder.ts';
import type { LinterName } from './index.ts';
import { type LinterConfig, minutes } from './linter-config.ts';

interface NodeLinter {
  linter: LinterName;
  /** A file that shows that the tool is set up. */
  config: RegExp;
  /** The key of package.json that may contain its configuration. */
  key?: string;
  /** Arguments to remove from a script's command: output formats, fixing, watching. */
  drop: RegExp;
  /** Builds a command from a script's own arguments (or none). */
  args(own: string | null): string;
  timeoutMs?: number;
}

const NODE_LINTERS: Record<string, NodeLinter> = {
  eslint: {
    linter: 'eslint',
    config: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?)$/,
    key: 'eslintConfig',
    drop: /^(?:--fix(?:-\w+)?|--quiet|--cache|--color|--max-warnings=.*|-f.+|--format=.*)$/,
    args: (own) => `{} ${own ?? '.'} -f json`,
  },
  biome: {
    linter: 'biome',
    config: /^\.?biome\.jsonc?$/,
    drop: /^(?:--write|--fix|--apply(?:-unsafe)?|--unsafe|--error-on-warnings|--reporter=.*|--max-diagnostics=.*)$/,
    args: (own) => `{} ${own ?? 'lint .'} --reporter=json --max-diagnostics=200`,
  },
  oxlint: {
    linter: 'oxlint',
    config: /^\.oxlintrc\.json$/,
    drop: /^(?:--fix(?:-\w+)?|--quiet|--deny-warnings|--max-warnings=.*|-f.+|--format=.*)$/,
    args: (own) => `{} ${own ?? ''} --format json`.replace('  ', ' '),
  },
  tsc: {
    linter: 'tsc',
    config: /^tsconfig\.json$/,
    drop: /^(?:--noEmit|--pretty|-w|--watch|--incremental|--emitDeclarationOnly|--declaration|-d)$/,
    args: (own) => `{} ${own ?? ''} --noEmit --pretty false`.replace('  ', ' '),
    timeoutMs: minutes(5),
  },
};

/** Flags that are followed by a value. */
const TAKES_VALUE = /^(?:-f|--format|--reporter|--max-warnings|--max-diagnostics|--cache-location|--outDir)$/;

/** Detects tools by their configuration files and by the project's scripts, whose arguments say what to check. */
export async function nodeLinters({ names, read }: ProjectFolder): Promise<LinterConfig[]> {
  const manifest = fieldsOrEmpty(parseJson((await read('package.json')) ?? ''));
  const scripts = Object.entries(fieldsOrEmpty(manifest.scripts)).map(
    ([name, script]) => [name, textOrEmpty(script)] as const,
  );
  const linters: LinterConfig[] = [];
  for (const [program, tool] of Object.entries(NODE_LINTERS)) {
    const script = ownScript(scripts, program, tool);
    const config = [...names].find((name) => tool.config.test(name));
    const key = tool.key && tool.key in manifest ? `${tool.key} in package.json` : undefined;
    const why = script ? `the script ${script.name}` : (config ?? key);
    if (!why || !(config || key || script)) continue;
    const own = program === 'tsc' ? await compilerArguments(script?.args ?? null, read) : (script?.args ?? null);
    const { linter, args, timeoutMs } = tool;
    linters.push({ linter, program, template: args(own), why, ...(timeoutMs && { timeoutMs }) });
  }
  return linters;
}

/** The arguments that a script passes to the tool, without those that change what it prints or writes. */
function ownScript(
  scripts: readonly (readonly [string, string])[],
  program: string,
  { drop }: NodeLinter,
): { name: string; args: string } | null {
  const sorted = [...scripts].sort(([left], [right]) => relevance(right) - relevance(left));
  for (const [name, script] of sorted) {
    if (relevance(name) < 0) continue;
    for (const words of shellWords(script) ?? []) {
      const at = words.findIndex((word) => word.text === program);
      if (at < 0 || words.slice(0, at).some((word) => !/^(?:npx|--no-install|--no|cross-env|\w+=.*)$/.test(word.text)))
        continue;
      const remainingArgs = withoutDropped(words.slice(at + 1), drop);
      if (remainingArgs !== null) return { name, args: remainingArgs };
    }
  }
  return null;
}

/** Scripts that fix, format, watch or build do not show how to check. */
function relevance(name: string): number {
  if (/fix|format|watch|dev|start|build|release|publish|^(?:pre|post)/.test(name)) return -1;
  return /^(?:lint|typecheck|type-check|check|tsc|types)/.test(name) ? 1 : 0;
}

/** Null if the words cannot be quoted again with the same meaning. */
function withoutDropped(words: readonly ShellWord[], drop: RegExp): string | null {
  const args: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    if (/[$`]/.test(word.text)) return null;
    const next = words[index + 1]?.text ?? '';
    if (TAKES_VALUE.test(word.text) || (word.text === '--pretty' && /^(?:true|false)$/.test(next))) index++;
    else if (!drop.test(word.text)) args.push(shellQuote(word.text));
  }
  return args.join(' ');
}

/** A tsconfig that only references others checks nothing itself, so it needs build mode. */
async function compilerArguments(own: string | null, read: ProjectFolder['read']): Promise<string | null> {
  if (own) return own;
  const { parseJsonc } = await import('../../system/jsonc.ts');
  const config = fieldsOrEmpty(parseJsonc((await read('tsconfig.json')) ?? '{}'));
  const hasNoFiles = Array.isArray(config.files) && config.files.length === 0 && !('include' in config);
  return hasNoFiles && Array.isArray(config.references) ? '-b' : null;
}
