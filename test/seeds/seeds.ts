import { seed000 } from './000.rows.ts';
import { seed001 } from './001.rows.ts';
import { seed002 } from './002.rows.ts';
import { seed003 } from './003.rows.ts';
import { seed004 } from './004.rows.ts';
import type { Seed } from './support/seed.ts';

/** Every seed that has a table; one line each. */
export const seeds: readonly Seed[] = [seed000, seed001, seed002, seed003, seed004];
