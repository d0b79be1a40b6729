import { assertions } from './assertions.ts';
import { branches } from './branches.ts';
import { configuration } from './configuration.ts';
import { coverage } from './coverage.ts';
import { deletion } from './deletion.ts';
import { effort } from './effort.ts';
import { features } from './features.ts';
import type { Pattern } from './pattern.ts';
import { reach } from './reach.ts';
import { skipping } from './skipping.ts';
import { suppression } from './suppression.ts';
import { validation } from './validation.ts';

/** All patterns, in the order in which findings are shown. */
export const patterns: Pattern[] = [
  ...deletion,
  ...skipping,
  ...reach,
  ...assertions,
  ...validation,
  ...branches,
  ...configuration,
  ...coverage,
  ...features,
  ...suppression,
  ...effort,
];
