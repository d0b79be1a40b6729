import type { ConfigFact } from './fact.ts';

export function gradleFacts(content: string): ConfigFact[] {
  const facts: ConfigFact[] = [];
  const plain = content.replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '');
  for (const { 1: name = '', 2: value, index } of plain.matchAll(
    /\b(ignoreFailures|enabled|failOnNoDiscoveredTests|failFast|allWarningsAsErrors|abortOnError|isIgnoreFailures|isEnabled)\s*(?:=|\.set\()?\s*(true|false)/g,
  )) {
    const on = value === 'true';
    if (/gnoreFailures/.test(name)) {
      if (on) facts.push({ kind: 'lenient', name, value: 'true' });
    } else if (!/nabled$/.test(name)) facts.push({ kind: 'strict', name, on });
    else {
      const task = taskAround(plain, index);
      if (checks.test(task) && !/\b(reports?|xml|html|csv)\b/.test(task))
        facts.push({ kind: 'strict', name: `${task}.enabled`, on });
    }
  }
  for (const match of plain.matchAll(
    /\b(exclude|excludeTestsMatching|excludeTags|excludes\s*=)\s*\(?\s*\[?["']([^"']+)["']/g,
  ))
    if (/^exclude[TA]/.test(match[1]!) || /test/i.test(headsAround(plain, match.index)))
      facts.push({ kind: 'exclusion', area: 'tests', value: match[2]! });
  for (const [, value] of plain.matchAll(/\bminimum\s*=\s*([\d.]+)/g))
    facts.push({ kind: 'threshold', name: 'minimum', value: Number(value) });
  return facts;
}

/** The headers of the blocks around a position. */
function headsAround(text: string, index: number): string {
  const heads: string[] = [];
  let closed = 0;
  for (let at = index - 1; at >= 0; at--) {
    if (text[at] === '}') closed++;
    else if (text[at] === '{' && closed-- === 0) {
      heads.push(text.slice(text.lastIndexOf('\n', at) + 1, at));
      closed = 0;
    }
  }
  return heads.join('\n');
}

const checks =
  /test|check|lint|spotbugs|findbugs|pmd|jacoco|cover|detekt|sonar|verif|errorprone|nullaway|forbidden|spotless|animalsniffer|licen[sc]e|archunit|pitest/i;

/** The task that is switched on or off here: the name's prefix (`test.enabled`), or the header of the block around it. */
function taskAround(text: string, index: number): string {
  const own = /([\w.]+)\.$/.exec(text.slice(text.lastIndexOf('\n', index) + 1, index))?.[1];
  const head = headsAround(text, index).split('\n')[0] ?? '';
  return (own ?? head)
    .replace(/\b(tasks|named|withType|configureEach|configure|register|getByName|all)\b/g, ' ')
    .replace(/[^\w.]+/g, ' ')
    .trim();
}
