/** Longer texts, mostly output of tests, are cut, because the XML parser keeps a text in memory until it ends. */
const MAX_TEXT = 64 * 1024;

/**
 * Passes a stream of XML through, with texts and CDATA sections cut at a limit. Knows just enough XML for that: a text ends
 * at `<`, a CDATA section at `]]>`, a tag at the first `>` outside quotes.
 */
export function shortTexts(): (chunk: string) => string {
  let state: 'text' | 'tag' | 'cdata' = 'text';
  let quote = '';
  let length = 0;
  /** The last characters of the previous chunk, because a delimiter may be split. */
  let recent = '';

  return (chunk) => {
    let out = '';
    let at = 0;
    while (at < chunk.length) {
      if (state === 'tag') {
        const char = chunk[at] ?? '';
        out += char;
        at += 1;
        recent = (recent + char).slice(-9);
        if (recent === '<![CDATA[') enter('cdata');
        else if (quote !== '') quote = char === quote ? '' : quote;
        else if (char === '"' || char === "'") quote = char;
        else if (char === '>') enter('text');
        continue;
      }
      const end = state === 'text' ? chunk.indexOf('<', at) : endOfCdata(chunk, at);
      const piece = chunk.slice(at, end === -1 ? undefined : end);
      const remaining = MAX_TEXT - length;
      out += remaining >= piece.length ? piece : piece.slice(0, Math.max(0, remaining));
      length += piece.length;
      if (end === -1) {
        recent = (recent + piece).slice(-2);
        break;
      }
      if (state === 'text') {
        at = end;
        enter('tag');
      } else {
        out += length > MAX_TEXT ? ']]>' : '>';
        at = end + 1;
        enter('text');
      }
    }
    return out;
  };

  function enter(next: typeof state): void {
    state = next;
    quote = '';
    length = 0;
    recent = '';
  }

  /** The position of the `>` of `]]>`, whose brackets may be in the previous chunk; -1 if the section continues. */
  function endOfCdata(chunk: string, from: number): number {
    for (let at = chunk.indexOf('>', from); at !== -1; at = chunk.indexOf('>', at + 1)) {
      const before = (recent + chunk.slice(Math.max(from, at - 2), at)).slice(-2);
      if (before === ']]') return at;
    }
    return -1;
  }
}
