import type { TreeComparison } from '../align/compare.ts';
import { containsMost } from '../align/containment.ts';
import { type LostFunction, subjectOf } from '../align/functions.ts';
import { isConfig } from '../config/facts.ts';
import { because, hasCircumstance } from '../finding/circumstances.ts';
import { atFile, lossOf, saying } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { addTestEvidence, onlyWarnsNote } from './evidence.ts';
import { flagsOff } from './flags-off.ts';
import { featureLoss, isBarrel, isHidden, isRewrite, isSource, isTooling, listNames } from './lost-features.ts';
import { everyLanguage, type Pattern } from './pattern.ts';
import { isGivenUp } from './removal-excuses.ts';
import { guttedLosses, pairLoss, stubLosses } from './stubs.ts';

const restoreFix = 'Restore it, or name its removal in the task.';

export const features: Pattern[] = [
  {
    id: 'source-file-deleted',
    name: 'Source file deleted',
    type: 'feature_removal',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches: 'A deleted source file with exported functions that exist nowhere else in the change.',
    ignores: `Files renamed, moved or split; removals that the task names. ${onlyWarnsNote} Only warns, too, in internal and helper folders and if all of it was marked deprecated, and in a review unless code that stays still names it.`,
    fix: restoreFix,
    example: { before: 'src/export-csv.ts', after: '(deleted)' },
    find: (comparison) => {
      const { functions, files, input } = comparison;
      const byFile = new Map<string, LostFunction[]>();
      for (const one of functions.lost)
        if (one.fate === 'file-gone' && isSource(one)) byFile.set(one.path, [...(byFile.get(one.path) ?? []), one]);
      const losses = [...byFile]
        .filter(([path]) => !isConfig(path) && !isTooling(path) && !isDeclaration(path))
        .filter(([, lost]) => lost.some((one) => one.function.exported || one.isStillCalled || lost.length >= 2))
        .map(([path, lost]) => {
          const isFeature = lost.some(
            (one) => one.isStillCalled || (one.function.exported && !isHidden(one) && !isGivenUp(one, files)),
          );
          const isGone = isFeature && !isRewrite(functions);
          const loss = featureLoss(lost[0]!, ['file-gone-with', path, listNames(lost)], lost);
          return withEvidence(because(loss, !isGone && 'not-public'), lost, comparison);
        });
      for (const pair of files) {
        if (
          pair.after ||
          !pair.before ||
          pair.before.role !== 'source' ||
          byFile.has(pair.path) ||
          pair.before.tokens.length < 20 ||
          isConfig(pair.path) ||
          pair.before.functions.some((one) => one.name !== '<file>') ||
          isBarrel(pair.before.source) ||
          isTooling(pair.path) ||
          isDeclaration(pair.path)
        )
          continue;
        if (files.some((other) => other.after && containsMost(other.after, pair.before!.tokens, 0.6))) continue;
        if (
          !/\bexport\b|\bpub\b|\bpublic\b|^def |^class |\nclass |\ndef |module\.exports|exports\./.test(
            pair.before.source,
          ) &&
          pair.before.language !== 'go'
        )
          continue;
        const place = atFile(pair.path, pair.before.source.slice(0, 300));
        losses.push(because(lossOf(place, null, ['file-gone', pair.path], [pair.path]), 'not-public'));
      }
      return losses.filter((loss) => !input.changes.some((change) => change.oldPath === loss.place.before?.path));
    },
  },
  {
    id: 'export-removed',
    most: 20,
    name: 'Exported function removed',
    type: 'feature_removal',
    severity: 'high',
    confidence: 0.75,
    languages: everyLanguage,
    catches: 'An exported or public function, or one that the remaining code still names, that is gone from its file.',
    ignores: `Renames, moves, inlining; private functions that nothing uses; removals that the task names. ${onlyWarnsNote} Only warns, too, if only the own file or package could name it and if it was marked deprecated, and in a review unless code that stays still names it.`,
    fix: restoreFix,
    example: { before: 'export function toCsv(rows) {…}', after: '' },
    find: (comparison) => {
      const { functions, files } = comparison;
      return functions.lost
        .filter((one) => one.fate === 'gone' && isSource(one) && (one.function.exported || one.isStillCalled))
        .filter((one) => !isDeclaration(one.path))
        .map((one) => {
          const reason = one.isStillCalled ? 'still-named' : 'export-gone';
          const loss = featureLoss(one, [reason, one.function.qualified], [one]);
          const known = because(
            loss,
            (one.function.inherited || (!one.isStillCalled && isHidden(one))) && 'not-public',
            (isGivenUp(one, files) || (!one.isStillCalled && isRewrite(functions))) && 'given-up',
          );
          return withEvidence(known, [one], comparison);
        });
    },
  },
  {
    id: 'feature-commented-out',
    name: 'Function commented out',
    type: 'feature_removal',
    severity: 'high',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'A function whose code is now in a comment.',
    ignores: 'Comments that were there before.',
    fix: 'Uncomment it.',
    example: { before: 'def to_csv(rows): …', after: '# def to_csv(rows): …' },
    find: ({ functions }) =>
      functions.lost
        .filter((one) => one.fate === 'commented-out' && isSource(one))
        .map((one) => featureLoss(one, ['code-in-comment', one.function.qualified], [one], one.remains)),
  },
  {
    id: 'function-stubbed',
    name: 'Function replaced by a stub',
    type: 'feature_removal',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'A body that worked and is now empty, a constant, a to-do or "not implemented".',
    ignores: `Bodies that were stubs before; abstract methods; bodies that delegate. In a review, a body that became empty or a constant ${onlyWarnsNote[0]!.toLowerCase()}${onlyWarnsNote.slice(1)}`,
    fix: 'Implement it again.',
    example: { before: 'return rows.map(toLine).join("\\n")', after: "throw new Error('Not implemented')" },
    find: (comparison) => comparison.functions.pairs.flatMap((pair) => stubLosses(pair, comparison)),
  },
  {
    id: 'function-unreachable',
    name: 'Function returns immediately',
    type: 'feature_removal',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches: 'An unconditional return or throw newly placed before the rest of a body.',
    ignores: 'Code that was unreachable before; exits that exist only in some builds.',
    fix: 'Remove the early exit.',
    example: { before: 'const a = f(); return a', after: 'return null; const a = f(); return a' },
    find: ({ functions }) =>
      functions.pairs
        .filter(
          ({ before, after }) =>
            after.file.role === 'source' && after.function.deadAfter !== null && before.function.deadAfter === null,
        )
        .map((pair) => pairLoss(pair, ['exits-early', pair.after.function.qualified, pair.after.function.deadAfter!])),
  },
  {
    id: 'flag-off',
    name: 'Feature switched off',
    type: 'feature_removal',
    severity: 'medium',
    confidence: 0.6,
    languages: everyLanguage,
    catches: 'A constant or setting that enables a feature, by its name, turned from true to false.',
    ignores: 'Flags in tests; flags that are removed with their use.',
    fix: restoreFix,
    example: { before: 'const ENABLE_EXPORT = true', after: 'const ENABLE_EXPORT = false' },
    find: ({ files, input }) => flagsOff(files, input.changes),
  },
  {
    id: 'function-gutted',
    name: 'Function body gutted',
    type: 'feature_removal',
    severity: 'medium',
    confidence: 0.6,
    languages: everyLanguage,
    catches: 'A body that lost four fifths of its code, which did not move elsewhere in the change.',
    ignores: 'Bodies that delegate to other functions, or whose code moved.',
    fix: restoreFix,
    example: { before: '40 lines', after: 'return rows' },
    find: guttedLosses,
  },
];

/**
 * If the remaining code still names it, it blocks without evidence from tests, in languages where no compiler would report
 * it. Methods do not count: another one, also of a plain object, may have the same name.
 */
function withEvidence(loss: Loss, lost: LostFunction[], comparison: TreeComparison): Loss {
  const home = lost[0]?.fate === 'file-gone' ? lost[0].path : undefined;
  const byTests = addTestEvidence(loss, lost.map(subjectOf), comparison, home);
  const isMissed = lost.some(
    ({ isStillCalled, isNamedElsewhere, file, function: { name, qualified, excerpt } }) =>
      /^(javascript|python)$/.test(file.language) &&
      name === qualified &&
      !/^\s*(async\s*)?\*?\s*\w+\s*\(/.test(excerpt) &&
      (isStillCalled || (isNamedElsewhere && /[a-z][A-Z]|\w_\w|^\w{9,}$/.test(name))),
  );
  const importedBy = lost.find((one) => one.importedBy !== undefined)?.importedBy;
  if (importedBy !== undefined)
    return because(saying(loss, ['still-imported', importedBy]), 'still-used', 'still-imported');
  return isMissed
    ? because(loss, 'still-used', hasCircumstance(byTests, 'lost-its-tests') && 'lost-its-tests')
    : byTests;
}

/** Only types: they follow the code that they describe. */
const isDeclaration = (path: string): boolean => /\.pyi$|\.d\.[cm]?ts$/.test(path);
