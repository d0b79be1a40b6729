import { type LinterName, linters } from './index.ts';

/** Formats that know themselves, the most particular first. */
const SURE: readonly LinterName[] = [
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
/** Lines of text: only a problem gives them away. */
const UNSURE: readonly LinterName[] = ['tsc', 'mypy', 'go-vet', 'flake8'];

/** Whose report this is, for commands that the user named without naming their format; null where nobody's. */
export function recogniseLint(text: string): LinterName | null {
  const sure = SURE.find((name) => linters[name].parse(text) !== null);
  return sure ?? UNSURE.find((name) => (linters[name].parse(text)?.problems.length ?? 0) > 0) ?? null;
}
