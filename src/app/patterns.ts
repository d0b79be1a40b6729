import { patterns } from '../guard/patterns/index.ts';

/** The guard's patterns. Import this only to show them: it loads the whole guard. */
export { patterns } from '../guard/patterns/index.ts';
export { patternPage } from '../guard/patterns/page.ts';

export const findPattern = (id: string) => patterns.find((one) => one.id === id);
