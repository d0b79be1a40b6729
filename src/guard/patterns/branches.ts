import { fixedConditions, invertedConditions } from './conditions.ts';
import { onlyWarnsNote, reviewNote } from './evidence.ts';
import { lostBranches } from './lost-branches.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

/** What happens to the branches of functions that stay. */
export const branches: Pattern[] = [
  {
    id: 'condition-fixed',
    name: 'Condition that can no longer change',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.8,
    languages: everyLanguage,
    catches:
      'A condition that depended on something and no longer does, while the code behind it stayed: `false &&`, `|| true`, `if (0)`, `1 === 2` in a branch, a loop, a choice, a case or an expression.',
    ignores: `Conditions that were constant before, conditions of new code, default values (\`options || {}\`), a loop that newly asks inside, branches that are removed with their condition. ${reviewNote}`,
    fix: 'Restore the condition; if the code behind it is not needed, remove it and say so.',
    example: { before: 'if (n < 0) throw new RangeError()', after: 'if (false && n < 0) throw new RangeError()' },
    find: fixedConditions,
  },
  {
    id: 'condition-inverted',
    name: 'Condition turned into its opposite',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.7,
    languages: everyLanguage,
    catches: 'A condition that asks the opposite of what it asked, while both of its branches stayed as they were.',
    ignores: `Branches that were swapped together with the question; the same question in other words. ${onlyWarnsNote}`,
    fix: 'Check which of the two is meant.',
    example: { before: 'if (!user) login()', after: 'if (user) login()' },
    find: invertedConditions,
  },
  {
    id: 'branch-removed',
    name: 'Branch removed',
    type: 'feature_removal',
    severity: 'high',
    confidence: 0.7,
    languages: everyLanguage,
    catches:
      'A branch, a case or a handler that is gone from a function that otherwise stayed, and nothing in the change takes over its values and calls.',
    ignores: `Branches that moved into another function, a table, a method or another condition; removals that the task names. ${onlyWarnsNote}`,
    fix: 'Restore the branch, or name its removal in the task.',
    example: { before: "case 'gif': return decodeGif(bytes)", after: '' },
    find: lostBranches,
  },
];
