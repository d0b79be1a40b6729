import type { FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { frameworks } from '../vocabulary.ts';
import { plainAccess } from './caller-facts.ts';

export function testBranches({ files }: TreeComparison): Loss[] {
  return files.flatMap(({ before, after, path, oldPath }) => {
    if (
      after?.role !== 'source' ||
      /(config|setup|jest|vitest|babel|webpack|rollup|karma|gulpfile|Gruntfile|conftest|\.eslintrc|environment|env)\b[\w.-]*\.\w+$|(^|\/)(scripts?|build|tools|config|examples?|bench\w*)\//.test(
        path,
      )
    )
      return [];
    const now = questions(after);
    const oldMatches = before ? questions(before) : [];
    if (now.length <= oldMatches.length) return [];
    const text = now.find((one) => !oldMatches.includes(one)) ?? now[0]!;
    const needle =
      /"([\w.]+)"|([A-Z_]{4,}|cfg|Testing|modules)/.exec(text)?.[0]?.replace(/"/g, '') ?? text.split(' ')[0]!;
    const line = after.source.slice(0, Math.max(0, after.source.indexOf(needle))).split('\n').length;
    const reason = ['asks-if-tested', text.replace(/ ([.()[\]]) ?/g, '$1')] as const;
    return [lossOf(atFile(oldPath), at(path, { line, text }), reason, [path])];
  });
}

const questions = ({ tokens, language }: FileModel): string[] =>
  plainAccess(tokens.join(' ')).match(frameworks[language].underTest) ?? [];
