/** How a loop of one iteration ended that printed its events: what blocked it, if anything did. */
export function outcomeOf(code, stdout) {
  const events = stdout.split('\n').flatMap((line) => {
    try {
      const record = JSON.parse(line);
      return [record.event ?? record];
    } catch {
      return [];
    }
  });
  const of = (type) => events.filter((event) => event.type === type && event.iteration === 1);
  const found = (type) => of(type).flatMap(({ findings = [] }) => findings);
  const [guard, inputs] = [found('diff-guarded'), found('expectations-flipped')];
  const originals = found('pristine-checked');
  const blocks = (all) => all.some(({ blocking }) => blocking);
  const warns = (all) => all.some(({ blocking, severity }) => !blocking && severity !== 'low');
  const passed = of('checks-finished').every(({ verdicts }) => verdicts.every(({ outcome }) => outcome === 'pass'));
  const by = [...guard, ...inputs, ...originals].map(({ pattern }) => pattern).join(', ');
  const how = [blocks(guard) && 'guard', blocks(inputs) && 'experiment', blocks(originals) && 'original tests']
    .filter(Boolean)
    .join(' and ');
  if (how) return { outcome: 'blocked', how, by };
  if (!passed || code !== 0) return { outcome: passed ? `exit ${code}` : 'tests fail', how: null, by };
  return { outcome: warns([...guard, ...inputs]) ? 'warned' : 'accepted', how: null, by };
}
