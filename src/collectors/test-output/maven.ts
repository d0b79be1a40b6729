import { summaries, type TestRunner, toCounts } from './runner.ts';

/** Surefire and failsafe: the line under `Results:`, one per module; not the lines per class. */
export const maven: TestRunner = {
  name: 'maven',
  readSummaries: (text) => [
    ...summaries(
      text,
      /^(?:\[\w+\] )?Results ?:\n(?:(?!(?:\[\w+\] )?(?:Tests run: |Results ?:$)).*\n)*(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/gm,
      (match) => {
        const [, ran = 0, failures = 0, errors = 0, skipped = 0] = match.map(Number);
        return {
          counts: toCounts(Math.max(0, ran - failures - errors - skipped), failures + errors, skipped),
          hasOtherErrors: /^\[ERROR\] The forked VM terminated/m.test(text),
        };
      },
    ),
    ...summaries(text, /^\[INFO\] (?:No tests to run\.|Tests are skipped\.)$/gm, () => ({ counts: toCounts(0, 0, 0) })),
  ],
};
