import { basename } from 'node:path';

/** The purpose of a package.json script or make rule that judges by its exit code. */
export type Purpose = 'check' | 'build';

const CHECK =
  /(?:^|[/._:-])(?:checks?|checker|tests?|testing|specs?|verify|verification|validate|validation|lint|style|format|typecheck|types?|tsc|coverage|unit|integration|ci|qa|judge|grade|score|eval|bench|benchmark|assert|e2e|smoke|audit)(?:[/._:-]|$)/i;
const BUILD =
  /(?:^|[/._:-])(?:build|builder|compile|bundle|dist|generate|codegen|gen|prepare|esbuild|rollup|webpack|all)(?:[/._:-]|$)/i;

/** Inside a check, a build step builds the work, so the builder is not a judge. */
export function purposeOf(name: string, outer: Purpose | null): Purpose | null {
  if (outer === 'check' && BUILD.test(name) && !CHECK.test(name)) return null;
  if (outer && name !== '') return outer;
  return CHECK.test(name) ? 'check' : BUILD.test(name) ? 'build' : null;
}

/** Whether a program is the work itself although a check runs it, by its folder or name. */
export function runsWork(path: string, purpose: Purpose): boolean {
  return (
    /(?:^|\/)(?:src|lib|app|source|node_modules)\//.test(path) ||
    /^(?:index|main|app|server|cli|demo|start|__main__)\.\w+$/.test(basename(path)) ||
    (purpose === 'check' && BUILD.test(basename(path)))
  );
}

/** Whether the output of its programs is not checked. If it is, those programs are the work. */
export function isPlain(command: string): boolean {
  const bare = command.replace(/\|\||\d?>&\d|\d?>\s*\/dev\/null/g, ' ');
  return !/[|<>`]|\$\(|(?:^|[\s;&])(?:diff|cmp|grep|test|\[)\s/.test(bare);
}
