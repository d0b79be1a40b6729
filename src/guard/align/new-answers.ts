import type { SpecialCase } from '../../syntax/model.ts';
import type { FunctionAlignment, FunctionPair, PlacedFunction } from './functions.ts';

interface NewAnswers {
  before: PlacedFunction | null;
  after: PlacedFunction;
  fresh: SpecialCase[];
}

/** Source functions that newly return fixed answers for given inputs. A table counts only if an existing function newly consults it. */
export const newAnswers = ({ pairs, added }: FunctionAlignment): NewAnswers[] =>
  [...pairs, ...added.map((one) => ({ before: null, after: one }))]
    .filter(({ after }) => after.file.role === 'source')
    .map(({ before, after }) => {
      const olds = new Set(before?.file.functions.flatMap((one) => one.specialCases.map(key)));
      const fresh = after.function.specialCases.filter(
        (one) => !olds.has(key(one)) && (one.table === undefined || isConsulted(one.table, after.path, pairs)),
      );
      return { before, after, fresh };
    })
    .filter(({ fresh }) => fresh.length > 0);

const key = ({ inputs, output }: SpecialCase): string => `${inputs.join('|')}→${output}`;

/** The function kept its other code, so it consults the table before computing. */
const isConsulted = (table: string, path: string, pairs: FunctionPair[]): boolean =>
  pairs.some(
    ({ before, after }) =>
      after.path === path &&
      after.function.name !== '<file>' &&
      after.function.tokens.includes(table) &&
      !before.function.tokens.includes(table) &&
      after.function.tokens.length > before.function.tokens.length,
  );
