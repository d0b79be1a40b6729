import { clover } from './clover.ts';
import { cobertura } from './cobertura.ts';
import { coveragePy } from './coverage-py.ts';
import type { CoverageFormat } from './format.ts';
import { go } from './go.ts';
import { istanbul, istanbulSummary } from './istanbul.ts';
import { jacoco } from './jacoco.ts';
import { lcov } from './lcov.ts';
import { llvmCov } from './llvm-cov.ts';

/** If a run left several reports in one folder, the first of these formats is used. */
export const coverageFormats: readonly CoverageFormat[] = [
  istanbulSummary,
  istanbul,
  coveragePy,
  llvmCov,
  go,
  jacoco,
  lcov,
  cobertura,
  clover,
];
