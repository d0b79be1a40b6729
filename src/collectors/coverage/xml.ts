import { createRequire } from 'node:module';
import type { SaxesParser } from 'saxes';
import type { FileCoverage } from '../../core/metrics/coverage.ts';
import type { CoverageReader } from './format.ts';

export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
}

/** An XML reader that continues after malformed parts as far as possible. */
export function xmlReader({ open, close }: XmlHandlers, end: () => FileCoverage[]): CoverageReader {
  const parser = newParser();
  parser.on('error', () => {});
  parser.on('opentag', (tag) => open(tag.name, tag.attributes as Record<string, string>));
  parser.on('closetag', (tag) => close(tag.name));
  let isBroken = false;
  const attempt = (step: () => void) => {
    try {
      if (!isBroken) step();
    } catch {
      isBroken = true;
    }
  };
  return {
    write: (text) => attempt(() => parser.write(text)),
    end() {
      attempt(() => parser.close());
      return end();
    },
  };
}

let saxes: typeof import('saxes') | undefined;

/** Loaded on first use, not at program start. */
function newParser(): SaxesParser {
  saxes ??= createRequire(import.meta.url)('saxes') as typeof import('saxes');
  return new saxes.SaxesParser({});
}
