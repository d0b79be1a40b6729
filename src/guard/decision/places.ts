import { pathNowOf, pathOf, type Question } from '../align/question.ts';

/** The place now; a Java package may well be called "samples". */
const placeOf: (loss: Parameters<Question>[0]) => string = (loss) =>
  pathNowOf(loss).replace(/(^|\/)src\/(main|test)\/java\/.*/, '$1');

/** Losses in examples, docs and benchmarks are worth a look. */
export const isInSideFolder: Question = (loss) =>
  /(^|\/)(_?examples?|docs?|documentation|bench(es|marks?)?|demos?|samples?|playground)\//.test(placeOf(loss));

/** Tests that are data of other tests. */
export const isInFixtures: Question = (loss) => /(^|\/)(__)?fixtures?(__)?\//.test(placeOf(loss));

export const isInScripts: Question = (loss) => /(^|\/)(scripts?|tools?|hack)\//.test(placeOf(loss));

/** Folders that show how the product is used. */
export const isExample: Question = (loss) =>
  /(^|[/_-])(examples?|samples?|demos?|docs)([_-][^/]*)?\//.test(pathOf(loss));

/** Folders with generated code. */
export const isGenerated: Question = (loss) =>
  /(^|\/)([\w-]+[-_])?gen(erated)?([-_](src|sources|code))?\//.test(pathOf(loss));
