import { expect, test } from 'vitest';
import { judgedLoop } from '../../testing/builders.ts';
import { notJudgedIn } from './not-judged.ts';

test('each file once, with the iterations in which it was not judged, and how many more there are', () => {
  const logo = { path: 'logo.png', reason: 'binary' };
  const data = { path: 'data.js', reason: 'larger than 1 MB' };
  const state = judgedLoop([
    { score: 0.3, over: { notJudged: { files: [logo], count: 1 } } },
    { score: 0.3, over: { notJudged: { files: [logo, data], count: 7 } } },
  ]);
  expect(notJudgedIn(state)).toEqual({
    files: [
      { ...logo, iterations: [1, 2] },
      { ...data, iterations: [2] },
    ],
    unnamed: 5,
  });
});
