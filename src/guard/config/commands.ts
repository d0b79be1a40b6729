import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import type { ConfigFact } from './fact.ts';
import type { Leaf } from './leaves.ts';

/** Commands that a project runs to check itself: scripts, targets, CI steps and hooks. */
export function commandsOf(path: string, content: string, leaves: Leaf[]): ConfigFact[] {
  if (/package\.json$/.test(path)) return scripts(content);
  if (/(^|\/)(Makefile|makefile|GNUmakefile|[\w.-]+\.mk|[Jj]ustfile)$/.test(path)) return targets(content);
  if (/\.(github\/workflows|circleci|buildkite)\/|gitlab-ci|travis|azure-pipelines|Taskfile/.test(path))
    return ciSteps(content);
  const keys = python.find(([file]) => file.test(path))?.[1];
  if (keys)
    return leaves
      .filter((leaf) => keys.test(leaf.path))
      .map((leaf) => command(leaf.path.replace('[]', ''), String(leaf.value)));
  if (/\.(json|toml|ya?ml|xml|ini|cfg|properties|gradle|kts)$|rc$|\.(config|conf)\.\w+$/.test(path)) return [];
  if (
    !/\.(sh|bash)$/.test(path) &&
    !/^#!.*\b(ba|z|da)?sh\b|^#!.*env (ba)?sh/.test(content) &&
    !/\.husky|githooks/.test(path)
  )
    return [];
  return shellLines(content).map((line) => command('script', line));
}

/** Configuration files of Python tools, and their keys for commands and options. */
const python: [file: RegExp, keys: RegExp][] = [
  [/(tox\.ini|setup\.cfg)$/, /(commands(_pre|_post)?|addopts)(\[\])?$/],
  [/pyproject\.toml$|pytest\.ini$/, /addopts(\[\])?$|(^|\.)scripts\.|tox.*commands|(^|\.)cmd$/],
];

const command = (name: string, text: string): ConfigFact => ({ kind: 'command', name, text: text.trim() });

function scripts(content: string): ConfigFact[] {
  const parsed = parseJsonc(content) as
    | {
        scripts?: Record<string, string>;
        'lint-staged'?: Record<string, unknown>;
        husky?: { hooks?: Record<string, string> };
      }
    | undefined;
  const all = {
    ...parsed?.scripts,
    ...Object.fromEntries(Object.entries(parsed?.husky?.hooks ?? {}).map(([key, value]) => [`hook ${key}`, value])),
  };
  return Object.entries(all)
    .filter(([, text]) => typeof text === 'string')
    .map(([name, text]) => command(name, text));
}

function targets(content: string): ConfigFact[] {
  const facts: ConfigFact[] = [];
  let target = '';
  let lines: string[] = [];
  const close = (): void => {
    if (target)
      facts.push(
        command(
          target,
          lines.map((line) => line.replace(/^[@-]+/, (mark) => (mark.includes('-') ? '-' : ''))).join('\n') || ':',
        ),
      );
    lines = [];
  };
  for (const line of content.replace(/\\\n/g, ' ').split('\n')) {
    const head = /^([A-Za-z0-9_./ -]+):(?!=)([^=]*)$/.exec(line.replace(/\s+#.*$/, ''));
    if (head && !line.startsWith('\t')) {
      close();
      target = head[1]!.startsWith('.') ? '' : head[1]!.trim();
      if (target && head[2]!.trim()) lines.push(`@needs ${head[2]!.trim()}`);
    } else if (target && /^\s+\S/.test(line) && !/^\s*#/.test(line)) lines.push(line.trim());
  }
  close();
  return facts;
}

interface Step {
  name?: string;
  run?: unknown;
  uses?: string;
  if?: unknown;
  'continue-on-error'?: unknown;
  script?: unknown;
  allow_failure?: unknown;
  [key: string]: unknown;
}

/** Every command of a pipeline, with its job's name, and the lenient settings of steps and jobs. */
function ciSteps(content: string): ConfigFact[] {
  let parsed: unknown;
  try {
    parsed = parseYaml(content, { logLevel: 'error' });
  } catch {
    return [];
  }
  const facts: ConfigFact[] = [];
  const visit = (node: unknown, at: string): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, at);
      return;
    }
    if (node === null || typeof node !== 'object') return;
    const step = node as Step;
    const texts = [step.run, step.script, step.command, step.cmds, step.before_script, step.after_script]
      .flat()
      .map((one) =>
        typeof one === 'object' && one !== null && 'command' in one ? (one as { command: unknown }).command : one,
      )
      .filter((one): one is string => typeof one === 'string');
    const where = { name: at, step: texts[0]?.split('\n')[0] ?? step.name ?? step.uses ?? at };
    for (const text of texts) for (const line of shellLines(text)) facts.push(command(at, line));
    if (typeof step.uses === 'string') facts.push({ kind: 'check', name: `action ${step.uses.split('@')[0]}` });
    const lenient = step['continue-on-error'] ?? step.allow_failure;
    if (lenient !== undefined && lenient !== false)
      facts.push({ kind: 'lenient', ...where, value: `continue-on-error ${String(lenient)}` });
    if (step.if !== undefined && /^(\$\{\{\s*)?false/.test(String(step.if)))
      facts.push({ kind: 'lenient', ...where, value: 'if: false' });
    if (step.when === 'manual' || step.when === 'never')
      facts.push({ kind: 'lenient', ...where, value: `when: ${String(step.when)}` });
    for (const [key, value] of Object.entries(step)) {
      if (key === 'env' && value && typeof value === 'object')
        for (const [name, text] of Object.entries(value)) facts.push(command(`env ${name}`, String(text)));
      if (!/^(run|script|env)$/.test(key)) visit(value, at && key !== 'steps' ? `${at}.${key}` : at || key);
    }
  };
  visit(parsed, '');
  return [...facts, ...startsOf(parsed)];
}

/** The events that start a GitHub workflow. An event that ignores every file or branch starts nothing. */
function startsOf(parsed: unknown): ConfigFact[] {
  const on = (parsed as { on?: unknown } | null)?.on;
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.entries(on ?? {}).filter(isHeard);
  return events.map((event) => ({ kind: 'check', name: `starts on ${String([event].flat()[0])}` }));
}

const isHeard = ([, filter]: [string, unknown]): boolean =>
  !['paths-ignore', 'branches-ignore'].some((key) =>
    [(filter as Record<string, unknown> | null)?.[key]].flat().some((one) => one === '**' || one === '**/*'),
  );

const shellLines = (text: string): string[] =>
  text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
