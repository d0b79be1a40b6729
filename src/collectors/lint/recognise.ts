import { type LinterName, linters } from './index.ts';

/** Formats that are recognised by their structure, most specific first. */
const DISTINCTIVE: readonly LinterName[] = [
  'sarif',
  'checkstyle',
  'cargo',
  'golangci-lint',
  'pyright',
  'biome',
  'oxlint',
  'eslint',
  'ruff',
  'pylint',
  'shellcheck',
];
/** Line-based formats, which are only recognised if there is a problem. */
const LINE_BASED: readonly LinterName[] = ['tsc', 'mypy', 'go-vet', 'flake8'];

/** Detects the format of a report, for commands from the user's settings; null if it is unknown. */
export function recogniseLint(text: string): LinterName | null {
  const distinctive = DISTINCTIVE.find((name) => linters[name].parse(text) !== null);
  return distinctive ?? LINE_BASED.find((name) => (linters[name].parse(text)?.problems.length ?? 0) > 0) ?? null;
}
