import { bun } from './bun.ts';
import { cargo } from './cargo.ts';
import { go } from './go.ts';
import { node } from './node.ts';
import type { ProbePart } from './part.ts';
import { php } from './php.ts';
import { playwright } from './playwright.ts';
import { python } from './python.ts';
import { rspec } from './rspec.ts';
import { taskCaches } from './task-caches.ts';

/** All ways to make runners report. */
export const probeParts: readonly ProbePart[] = [node, python, go, cargo, playwright, bun, rspec, php, taskCaches];
