import { hasProse, isShellWord } from './prose.ts';
import type { ShellWord } from './shell-words.ts';

/** Small programs that every system has. */
const UTILITIES = new Set(
  `awk base32 base64 basename bc cat chgrp chmod chown cksum cmp column comm cp cut date dd df diff dirname du expand expr
  factor file find fmt fold free groups gunzip gzip head hexdump host hostname id install join kill link ln ls lsof md5sum
  mkdir mkfifo mktemp mv nc nl nproc od paste pgrep printenv ps pwd readlink realpath rev rm rmdir sed seq sha1sum
  sha256sum sha512sum shuf sleep sort split stat strings sum sync tac tail tar tee touch tr truncate tsort tty uname
  unexpand uniq unlink unzip uptime users wait watch wc which who whoami xxd yes zcat zip`.split(/\s+/),
);

/**
 * Whether the word is meant as the utility of that name. Many are English words, so there must be something that sentences
 * lack: a flag, a path or quotes, nothing but numbers (`sleep 12`, but not "sleep 8 hours"), or a pipe.
 */
export function isUtility(word: string, args: readonly ShellWord[], piped: boolean): boolean {
  if (!UTILITIES.has(word) || hasProse(args)) return false;
  const numbers = args.length > 0 && args.every(({ text }) => /^\d+(?:\.\d+)?[smhd]?$/.test(text));
  return piped || numbers || args.some(isShellWord);
}
