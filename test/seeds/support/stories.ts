import { test } from 'vitest';
import { rowsOf, type Seed } from './seed.ts';

type KeyOf<S extends Seed> = { [Part in keyof S['parts']]: keyof S['parts'][Part] }[keyof S['parts']] & string;

/** `story(key, body)`: the test of one requirement, named by it. The page of seeds finds it by its key in the source. */
export function storiesOf<S extends Seed>(seed: S) {
  const rows = new Map(rowsOf(seed));
  return (key: KeyOf<S>, body: () => Promise<void> | void) => {
    test(rows.get(key)?.requirement ?? key, body);
  };
}
