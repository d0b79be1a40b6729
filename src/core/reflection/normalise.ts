/**
 * An error without what differs from run to run though nothing else does: addresses, times, places in a file, temporary
 * folders, process numbers, quoting and case. The values stay: `2 !== 8` after `1 !== 8` is another failure.
 */
export function sameWords(error: string): string {
  return error
    .toLowerCase()
    .replace(/\/(?:tmp|var\/folders|private)\/\S+/g, '<tmp>')
    .replace(/\b0x[0-9a-f]+\b/g, '<hex>')
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/g, '<hex>')
    .replace(/:\d+(?::\d+)?\b/g, '')
    .replace(/\b\d+(?:[.,:]\d+)*\s?(?:ms|s|m|h|mb|kb)\b/g, '<n>')
    .replace(/\b\d{5,}\b/g, '<n>')
    .replace(/["'`‘’“”]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** The kind of error without its values: for finding similar ones. */
export function normalised(error: string): string {
  return sameWords(error).replace(/\b\d+(?:[.,:]\d+)*\b/g, '<n>');
}
