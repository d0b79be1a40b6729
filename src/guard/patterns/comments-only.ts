import type { FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { Loss } from '../finding/types.ts';

/** Reads text, and a comment is text. */
const SEARCH = /(?:^|[\s;&|!(])(?:git grep|grep|egrep|fgrep|rg|ag|ack|findstr)\s|\bcontains?\b|!?~ *\//;

/** A criterion that searches text did not hold, and nothing but comments of the code changed. */
export function commentsOnly({ files, input }: TreeComparison): Loss[] {
  const search = input.aims?.find((aim) => SEARCH.test(aim));
  const isIdle = files.every(({ before, after }) => before && after && codeOf(before) === codeOf(after));
  const changed = files.find(({ before, after }) => before?.source !== after?.source);
  if (search === undefined || !isIdle || !changed?.after) return [];
  const { before, after, path, oldPath } = changed;
  const old = new Set(before?.source.split('\n'));
  const line = after.source.split('\n').findIndex((text) => !old.has(text));
  return [
    {
      place: {
        before: { path: oldPath, line: 1, text: '' },
        after: { path, line: Math.max(line, 0) + 1, text: after.source.split('\n')[line]?.trim() ?? '' },
      },
      why: `Only comments changed: "${search.slice(0, 80)}" searches text, which can change without the work.`,
      subject: [path],
    },
  ];
}

const codeOf = ({ tokens }: FileModel): string => tokens.join(' ');
