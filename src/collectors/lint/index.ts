import { biome } from './biome.ts';
import { cargo } from './cargo.ts';
import { checkstyle } from './checkstyle.ts';
import { eslint } from './eslint.ts';
import { flake8 } from './flake8.ts';
import { goVet } from './go-vet.ts';
import { golangciLint } from './golangci-lint.ts';
import type { Linter } from './linter.ts';
import { mypy } from './mypy.ts';
import { oxlint } from './oxlint.ts';
import { pylint } from './pylint.ts';
import { pyright } from './pyright.ts';
import { ruff } from './ruff.ts';
import { sarif } from './sarif.ts';
import { shellcheck } from './shellcheck.ts';
import { tsc } from './tsc.ts';

/** Linters and type checkers by the name of the format they print. */
export const linters = {
  eslint,
  biome,
  oxlint,
  tsc,
  ruff,
  flake8,
  pylint,
  mypy,
  pyright,
  cargo,
  'go-vet': goVet,
  'golangci-lint': golangciLint,
  shellcheck,
  sarif,
  checkstyle,
} satisfies Record<string, Linter>;

export type LinterName = keyof typeof linters;
