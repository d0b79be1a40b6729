/**
 * The same text in memory of its own. The engine keeps a piece of a string as a reference into the whole, so that a test's
 * name would hold the hundreds of kilobytes it was read with.
 */
export function owned(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
