import { SaxesParser } from 'saxes';
import { shortTexts } from './short-text.ts';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** The text inside, cut at some kilobytes. */
  text: string;
  parent: XmlElement | null;
}

export interface XmlHandler {
  open?(element: XmlElement): void;
  close?(element: XmlElement): void;
}

const LONGEST_KEPT = 4000;

/** Reads XML piece by piece. What is not well formed is passed over; `closed` tells whether the root element ended. */
export function xmlReader(handler: XmlHandler): { write(chunk: string): void; end(): { closed: boolean } } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const shorten = shortTexts();
  let current: XmlElement | null = null;
  let closed = false;
  const addText = (text: string) => {
    if (current && current.text.length < LONGEST_KEPT) current.text += text.slice(0, LONGEST_KEPT);
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
    closed = current === null;
  });
  return {
    write: (chunk) => void parser.write(shorten(chunk)),
    end() {
      const before = closed;
      parser.close();
      return { closed: before };
    },
  };
}
