import type { FileModel } from '../../syntax/model.ts';
import { quoted } from '../../syntax/tree.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { FilePair } from '../align/files.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { plainAccess } from './caller-facts.ts';

/** Reads text, and a comment is text. */
const SEARCH = /(?:^|[\s;&|!(])(?:git grep|grep|egrep|fgrep|rg|ag|ack|findstr)\s|\bcontains?\b|!?~ *\//;

/** A criterion that searches text did not hold, and what it searches changed in comments, texts or spelling alone. */
export function commentsOnly({ files, input }: TreeComparison): Loss[] {
  const search = input.aims?.find((aim) => SEARCH.test(aim));
  if (search === undefined) return [];
  const isIdle = files.every(({ before, after }) => before && after && codeOf(before) === codeOf(after));
  const changed = files.find(({ before, after }) => before?.source !== after?.source);
  if (isIdle) return changed?.after ? [lossAtNewLine(changed, ['only-comments', search])] : [];
  const form = searchedBy(search);
  if (!form) return [];
  const found = files.map((pair) => [pair, howItChanged(pair, form)] as const).find(([, how]) => how !== null);
  return found ? [lossAtNewLine(found[0], ['only-text', search, found[1]!])] : [];
}

function lossAtNewLine({ before, after, path, oldPath }: FilePair, reason: Reason): Loss {
  const old = new Set(before?.source.split('\n'));
  const lines = after?.source.split('\n') ?? [];
  const line = Math.max(
    0,
    lines.findIndex((text) => !old.has(text)),
  );
  return lossOf(atFile(oldPath), at(path, { line: line + 1, text: lines[line]?.trim() ?? '' }), reason, [path]);
}

/** What a search looks for: the first word of `grep` that is no option, the text after `contains`, the form after `~`. */
function searchedBy(search: string): RegExp | null {
  const found =
    /(?:grep|rg|ag|ack|findstr)\s+(?:-[\w-]+(?:=\S+)?\s+)*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(search) ??
    /\bcontains?\s+(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(search) ??
    /~ *\/((?:\\.|[^/])+)\//.exec(search);
  const text = found?.slice(1).find((part) => part !== undefined);
  if (!text) return null;
  try {
    return new RegExp(text, 'g');
  } catch {
    return new RegExp(quoted(text), 'g');
  }
}

/** Where alone the text came or went: in comments, in texts, or in the way it is spelt. Null if the code itself changed there. */
function howItChanged({ before, after }: FilePair, form: RegExp): string | null {
  if (!after) return null;
  const times = (text: string): number => text.match(form)?.length ?? 0;
  const raw = [times(before?.source ?? ''), times(after.source)] as const;
  const code = [times(namesOf(before)), times(namesOf(after))] as const;
  if (raw[1] > raw[0]) {
    if (code[1] > code[0]) return null;
    if (commentsOf(after).some((one) => times(one) > 0 && !commentsOf(before).includes(one)))
      return 'came in a comment';
    return isName(form) ? 'came in a text' : null;
  }
  if (raw[1] === raw[0]) return null;
  const said = commentsOf(before).flatMap((one) => one.match(form) ?? []);
  const fresh = commentsOf(after).filter((one) => !commentsOf(before).includes(one));
  if (said.some((one) => fresh.some((now) => lettersOf(now).includes(lettersOf(one)))))
    return 'is spelt in another way in a comment';
  return code[0] > code[1] && times(foldedCode(after)) > times(after.tokens.join(''))
    ? 'is spelt in another way'
    : null;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Texts that are put together from parts, as one. */
const foldedCode = (file: FileModel): string => plainAccess(codeOf(file)).replace(/\s/g, '');

const isName = (form: RegExp): boolean => /^\W*\w+\W*$/.test(form.source);

const commentsOf = (file: FileModel | null): string[] => file?.comments.map(({ text }) => text) ?? [];

/** The code without its texts. */
const namesOf = (file: FileModel | null): string =>
  (file?.tokens ?? []).filter((token) => !/^\w{0,2}["'`]/.test(token)).join('');

const codeOf = (file: FileModel | null): string => (file?.tokens ?? []).join(' ');
