import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '../../src/collectors/measurement.ts';

const folder = fileURLToPath(new URL('../fixtures/reports/', import.meta.url));
const printed = fileURLToPath(new URL('../fixtures/runners/', import.meta.url));

export interface ExpectedReport {
  runner: string;
  passed: number;
  failed: number;
  skipped: number;
  complete: boolean;
  errors: number;
  tests: string[];
}

export interface ExpectedScenario {
  exit: number;
  outcome: Outcome;
  source: 'report' | 'human' | 'none';
}

export const expected: {
  reports: Record<string, ExpectedReport | null>;
  scenarios: Record<string, ExpectedScenario>;
} = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'));

/** What the runners print for people, of the same runs. */
export const printedCounts: Record<string, { passed?: number; failed?: number; skipped?: number } | null> = JSON.parse(
  readFileSync(`${printed}expected.json`, 'utf8'),
);

/** Names of the form `vitest/pass.json`. */
export const reportFiles: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(`${folder}${name}`).map((file) => `${name}/${file}`))
  .sort();

export function reportText(file: string): string {
  return readFileSync(`${folder}${file}`, 'utf8');
}

/** What the run of a scenario printed; nothing where that was not kept. */
export function printedText(scenario: string): string {
  try {
    return readFileSync(`${printed}${scenario}.txt`, 'utf8');
  } catch {
    return '';
  }
}

/** The reports that a scenario's measurement would find: the probe's before the runner's own. */
export function reportsOf(scenario: string): string[] {
  const own = reportFiles.filter((file) => file.startsWith(`${scenario}.`));
  if (scenario.startsWith('maven/')) return own;
  const ranked = [/\.probe\.ndjson$/, /\.json$/, /junit\.xml$/, /\.tap$/].flatMap((kind) =>
    own.filter((file) => kind.test(file)),
  );
  return ranked.slice(0, 1);
}
