/** An error without what differs from run to run: numbers, addresses, times, temporary folders, quoting and case. */
export function normalised(error: string): string {
  return error
    .toLowerCase()
    .replace(/\/(?:tmp|var\/folders|private)\/\S+/g, '<tmp>')
    .replace(/\b0x[0-9a-f]+\b/g, '<hex>')
    .replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/g, '<hex>')
    .replace(/\b\d+(?:[.,:]\d+)*\s?(?:ms|s|m|h|mb|kb)?\b/g, '<n>')
    .replace(/["'`‘’“”]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
