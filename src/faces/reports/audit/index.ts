import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { Render } from './report.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

export const reporters = { text, json, sarif, github, junit, markdown } satisfies Record<string, Render>;
export type AuditFormat = keyof typeof reporters;
