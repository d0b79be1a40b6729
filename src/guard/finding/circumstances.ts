/** What a pattern saw beside a loss. What follows from it stands in the table of excuses. */
export type Circumstance =
  // of lost and skipped tests
  | 'accounted-for'
  | 'made-by-code'
  | 'rows-elsewhere'
  | 'in-other-list'
  | 'did-nothing'
  | 'claimed-nothing'
  | 'was-conditional'
  | 'source-changed'
  | 'no-other-test-ran'
  | 'reach-doubtful'
  // of weakened assertions
  | 'was-skipped'
  | 'other-test'
  | 'other-library'
  | 'only-failed'
  | 'worth-little'
  | 'test-rewritten'
  | 'subject-removed'
  | 'slightly-less'
  | 'other-form'
  | 'other-outcome'
  | 'error-checked'
  | 'new-claims'
  | 'test-data-changed'
  | 'same-by-name'
  // of the source
  | 'no-test-misses-it'
  | 'lost-its-tests'
  | 'its-tests-weakened'
  | 'still-used'
  | 'still-imported'
  | 'not-public'
  | 'given-up'
  | 'is-placeholder'
  | 'answers-in-part'
  | 'may-be-mapping'
  | 'common-value'
  | 'maps-names'
  | 'specific-error'
  | 'in-test-file'
  | 'code-around-changed'
  | 'new-checks'
  // of directives
  | 'with-new-code'
  | 'never-blocking'
  // of settings
  | 'run-divided'
  | 'by-expression'
  | 'asks-for-platform'
  | 'only-proposals'
  | 'on-schedule'
  | 'no-longer-measured'
  | 'still-checked'
  | 'never-started'
  | 'excludes-little'
  | 'only-dropped'
  | 'only-unlisted'
  | 'other-run'
  | 'read-elsewhere'
  | 'still-fails'
  | 'tool-settings'
  | 'other-option'
  // of any of them
  | 'came-new';

/** Adds the circumstances that hold. */
export function because<T extends { evidence?: Circumstance[] }>(
  loss: T,
  ...found: (Circumstance | false | null | undefined)[]
): T {
  const all = found.filter((one) => one !== false && one !== null && one !== undefined);
  return all.length === 0 ? loss : { ...loss, evidence: [...(loss.evidence ?? []), ...all] };
}

export const hasCircumstance = ({ evidence }: { evidence?: Circumstance[] }, one: Circumstance): boolean =>
  evidence?.includes(one) === true;
