import { basename } from 'node:path';

/** What a script of a package.json or a rule of make is there for, as far as it judges by how it ends. */
export type Purpose = 'check' | 'build';

const CHECK =
  /(?:^|[/._:-])(?:checks?|checker|tests?|testing|specs?|verify|verification|validate|validation|lint|style|format|typecheck|types?|tsc|coverage|unit|integration|ci|qa|judge|grade|score|eval|bench|benchmark|assert|e2e|smoke|audit)(?:[/._:-]|$)/i;
const BUILD =
  /(?:^|[/._:-])(?:build|builder|compile|bundle|dist|generate|codegen|gen|prepare|esbuild|rollup|webpack|all)(?:[/._:-]|$)/i;

/** What a check builds first is the work that it checks: there the builder is no judge. */
export function purposeOf(name: string, outer: Purpose | null): Purpose | null {
  if (outer === 'check' && BUILD.test(name) && !CHECK.test(name)) return null;
  if (outer && name !== '') return outer;
  return CHECK.test(name) ? 'check' : BUILD.test(name) ? 'build' : null;
}

/** A program that is the work although a check runs it: by where it lies or what it is called. */
export function runsWork(path: string, purpose: Purpose): boolean {
  return (
    /(?:^|\/)(?:src|lib|app|source|node_modules)\//.test(path) ||
    /^(?:index|main|app|server|cli|demo|start|__main__)\.\w+$/.test(basename(path)) ||
    (purpose === 'check' && BUILD.test(basename(path)))
  );
}

/** Nothing looks at what its programs print: where something does, they are what is checked. */
export function isPlain(command: string): boolean {
  const bare = command.replace(/\|\||\d?>&\d|\d?>\s*\/dev\/null/g, ' ');
  return !/[|<>`]|\$\(|(?:^|[\s;&])(?:diff|cmp|grep|test|\[)\s/.test(bare);
}
