import type { FileModel, LanguageName } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { similarity, words } from '../align/similarity.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';

interface TypeEscape {
  paths: RegExp;
  /** What tells the type checker that anything goes: a type that fits all, and casts by way of one. */
  form: RegExp;
}

const escapes: Partial<Record<LanguageName, TypeEscape>> = {
  javascript: {
    paths: /\.[cm]?tsx?$/,
    form: /(?:\bas\s+|[:<,|&(=]\s*)any\b(?=\s*(?:[\])}>;,=|&{[]|$))|\bas\s+never\b|\bas\s+unknown\s+as\b|<unknown>/gm,
  },
  python: {
    paths: /\.pyi?$/,
    form: /(?:[:>[,|(=]\s*)(?:typing\.|t\.)?Any\b(?!\s*\()/g,
  },
};

/** Code that stayed tells the type checker more often than before that anything goes. */
export function typeEscapes({ files, functions }: TreeComparison): Loss[] {
  const found = files.flatMap(({ before, after, path, oldPath }) => {
    const known = after && escapes[after.language];
    if (!before || after?.role !== 'source' || !known?.paths.test(path)) return [];
    const added = functions.added.filter((one) => one.file === after).map((one) => one.function);
    const now = placesIn(after, known.form).filter(
      (at) => !added.some(({ start, end, name }) => name !== '<file>' && start <= at && at < end),
    );
    return [{ before, after, path, oldPath, now, old: placesIn(before, known.form), form: known.form }];
  });
  const grown = found.reduce((sum, { now, old }) => sum + now.length - old.length, 0);
  if (grown <= 0) return [];
  return found
    .filter(({ now, old }) => now.length > old.length)
    .flatMap(({ before, after, path, oldPath, now, form }) => {
      const lines = linesOf(after);
      const oldLines = new Set(linesOf(before).map((one) => one.trim()));
      const fresh = now
        .map((at) => ({
          at,
          line: lineAt(after, at),
          was: wordingBefore(lines[lineAt(after, at) - 1]!, before, after, form),
        }))
        .filter(({ line }) => !oldLines.has(lines[line - 1]!.trim()));
      const first = fresh.find(({ was }) => was) ?? fresh.find(({ at }) => isInFunction(after, at));
      if (!first) return [];
      const { line, was } = first;
      const text = lines[line - 1]!.trim();
      const old = at(oldPath, { line: was ? linesOf(before).indexOf(was) + 1 : 1, text: was?.trim() ?? '' });
      const loss = lossOf(old, at(path, { line, text }), ['type-escaped', text], [path]);
      return because(loss, was === undefined && 'with-new-code');
    });
}

const isInFunction = ({ functions }: FileModel, at: number): boolean =>
  functions.some(({ name, start, end }) => name !== '<file>' && start <= at && at < end);

/** The line that this one was: one that is gone, and says nearly the same without the escape. */
function wordingBefore(line: string, before: FileModel, after: FileModel, form: RegExp): string | undefined {
  const now = new Set(linesOf(after).map((one) => one.trim()));
  const without = words(line.replace(form, ' '));
  return linesOf(before).find((one) => !now.has(one.trim()) && similarity(words(one), without) >= 0.5);
}

const placesIn = (file: FileModel, form: RegExp): number[] =>
  [...codeOf(file).matchAll(form)].map(({ index }) => index);

const linesOf = ({ source }: FileModel): string[] => source.split('\n');
const lineAt = ({ source }: FileModel, at: number): number => source.slice(0, at).split('\n').length;

/** Without comments, texts and imports, which stay as blanks. */
const codeOf = ({ source, language }: FileModel): string =>
  source.replace(language === 'python' ? silentInPython : silentInTypeScript, (part) => part.replace(/\S/g, ' '));

const silentInPython =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*|^(?:from|import)\b(?:[^\n(]*\([^)]*\)|.*)/gm;
const silentInTypeScript = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\//g;
