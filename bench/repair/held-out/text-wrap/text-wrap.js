/** Breaks a text into lines of at most `width` characters, at blanks. */
export function wrap(text, width) {
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}

export function truncate(text, width, mark = '…') {
  if (text.length <= width) return text;
  return text.slice(0, width - mark.length) + mark;
}

export function centre(text, width) {
  const space = Math.max(0, width - text.length);
  const left = Math.floor(space / 2);
  return ' '.repeat(left) + text + ' '.repeat(space - left);
}

/** The longest beginning that all words share. */
export function commonPrefix(words) {
  if (words.length === 0) return '';
  let prefix = words[0];
  for (const word of words.slice(1)) {
    while (!word.startsWith(prefix)) prefix = prefix.slice(0, -1);
  }
  return prefix;
}

export function initials(name) {
  return name
    .split(' ')
    .filter((part) => part.length > 0)
    .map((part) => part[0].toUpperCase())
    .join('');
}
