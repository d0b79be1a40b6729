import { summaries, type TestRunner, tally } from './runner.ts';

/** Surefire and failsafe: the line under `Results:`, one for each module; not the lines for each class. */
export const maven: TestRunner = {
  name: 'maven',
  human: (text) => [
    ...summaries(
      text,
      /^(?:\[\w+\] )?Results ?:\n(?:(?!(?:\[\w+\] )?(?:Tests run: |Results ?:$)).*\n)*(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/gm,
      (match) => {
        const [, ran = 0, failures = 0, errors = 0, skipped = 0] = match.map(Number);
        return {
          counts: tally(Math.max(0, ran - failures - errors - skipped), failures + errors, skipped),
          broken: /^\[ERROR\] The forked VM terminated/m.test(text),
        };
      },
    ),
    ...summaries(text, /^\[INFO\] (?:No tests to run\.|Tests are skipped\.)$/gm, () => ({ counts: tally(0, 0, 0) })),
  ],
};
