/**
 * The same text in its own memory. V8 stores a substring as a reference into the whole string, so a test's name would
 * keep hundreds of kilobytes alive.
 */
export function detachedCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
