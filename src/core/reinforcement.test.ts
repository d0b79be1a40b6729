import { describe, expect, test } from 'vitest';
import { type Judged, judgedLoop, theSettings } from '../testing/builders.ts';
import { nextReinforcement, reinforcementText, startingLevel } from './reinforcement.ts';
import type { LoopState } from './state.ts';

const forward = (score: number): Judged => ({ score, over: { classification: 'forward' } });
const regressed = (score: number): Judged => ({ score, over: { classification: 'regression' } });
const at = (level: LoopState['reinforcement'], ...iterations: Judged[]) =>
  nextReinforcement({ ...judgedLoop(iterations), reinforcement: level });

describe('reinforcement', () => {
  test.each([
    { what: 'stays minimal while it goes forward', was: 'MINIMAL', loop: [forward(0.3), forward(0.5)], to: null },
    { what: 'rises after a regression', was: 'MINIMAL', loop: [forward(0.3), regressed(0.2)], to: 'AGGRESSIVE' },
    {
      what: 'rises on a plateau of three',
      was: 'MINIMAL',
      loop: [forward(0.5), forward(0.52), forward(0.54)],
      to: 'STANDARD',
    },
    {
      what: 'does not rise while three iterations move by 5 %',
      was: 'MINIMAL',
      loop: [forward(0.5), forward(0.52), forward(0.55)],
      to: null,
    },
    {
      what: 'rises from iteration 5 on',
      was: 'MINIMAL',
      loop: [0.1, 0.2, 0.3, 0.4, 0.5].map(forward),
      to: 'STANDARD',
    },
    {
      what: 'does not fall after one calm iteration',
      was: 'AGGRESSIVE',
      loop: [regressed(0.2), forward(0.4)],
      to: null,
    },
    {
      what: 'falls after two calm iterations',
      was: 'AGGRESSIVE',
      loop: [regressed(0.2), forward(0.4), forward(0.6)],
      to: 'MINIMAL',
    },
  ] as const)('$what', ({ was, loop, to }) => {
    expect(at(was, ...loop)?.to ?? null).toBe(to);
  });

  test('a pinned level stays', () => {
    const settings = theSettings({ reinforcement: { setting: 'STANDARD' } });
    const state = { ...judgedLoop([regressed(0.1)], settings), reinforcement: startingLevel('STANDARD') };
    expect(nextReinforcement(state)).toBeNull();
  });

  test('the reminders grow with the level, within 0, 100, 300 and 500 tokens', () => {
    const tokens = (['OFF', 'MINIMAL', 'STANDARD', 'AGGRESSIVE'] as const).map(
      (level) => reinforcementText(level).length / 4,
    );
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    expect(tokens[0]).toBe(0);
    expect(tokens[1]).toBeLessThanOrEqual(100);
    expect(tokens[2]).toBeLessThanOrEqual(300);
    expect(tokens[3]).toBeLessThanOrEqual(500);
  });
});
