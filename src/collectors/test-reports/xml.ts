import { SaxesParser } from 'saxes';
import { shortTexts } from './short-text.ts';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** The text inside, cut after a few kilobytes. */
  text: string;
  parent: XmlElement | null;
}

export interface XmlHandler {
  open?(element: XmlElement): void;
  close?(element: XmlElement): void;
}

const MAX_TEXT = 4000;

/** Reads XML in pieces. Malformed parts are skipped. `isClosed`: the root element has ended. */
export function xmlReader(handler: XmlHandler): { write(chunk: string): void; end(): { isClosed: boolean } } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const shorten = shortTexts();
  let current: XmlElement | null = null;
  let isClosed = false;
  const addText = (text: string) => {
    if (current && current.text.length < MAX_TEXT) current.text += text.slice(0, MAX_TEXT);
  };
  parser.on('error', () => {});
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', (tag) => {
    current = { name: tag.name, attributes: tag.attributes as Record<string, string>, text: '', parent: current };
    handler.open?.(current);
  });
  parser.on('closetag', () => {
    if (!current) return;
    handler.close?.(current);
    current = current.parent;
    isClosed = current === null;
  });
  return {
    write: (chunk) => void parser.write(shorten(chunk)),
    end() {
      const wasClosed = isClosed;
      parser.close();
      return { isClosed: wasClosed };
    },
  };
}
