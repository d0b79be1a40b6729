import { createRequire } from 'node:module';
import type { SaxesParser } from 'saxes';
import type { CoverageReader } from './format.ts';
import type { FileCoverage } from './report.ts';

export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
}

/** A reader of XML that goes on behind what is not well-formed, as far as it can. */
export function xmlReader({ open, close }: XmlHandlers, end: () => FileCoverage[]): CoverageReader {
  const parser = newParser();
  parser.on('error', () => {});
  parser.on('opentag', (tag) => open(tag.name, tag.attributes as Record<string, string>));
  parser.on('closetag', (tag) => close(tag.name));
  let broken = false;
  const attempt = (step: () => void) => {
    try {
      if (!broken) step();
    } catch {
      broken = true;
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

/** Loaded when the first XML is read, not when the program starts. */
function newParser(): SaxesParser {
  saxes ??= createRequire(import.meta.url)('saxes') as typeof import('saxes');
  return new saxes.SaxesParser({});
}
