/** Of criteria outside of a loop: 7 if one could not be measured, 1 if one does not hold. */
export function exitCodeOf(verdicts: readonly { outcome: 'pass' | 'fail' | 'unmeasured' }[]): number {
  if (verdicts.some(({ outcome }) => outcome === 'unmeasured')) return 7;
  return verdicts.every(({ outcome }) => outcome === 'pass') ? 0 : 1;
}
