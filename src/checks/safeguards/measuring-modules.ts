import { importersIn } from './module-imports.ts';

/**
 * Modules that belong to a measuring program: it imports them, directly or through each other, nothing else of the project does, and
 * they measure, by their name or because they read a clock. What else only the program imports is the work that it measures.
 */
export function measuringModules(programs: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const importers = importersIn(texts);
  const reached = reachedFrom(programs, importers);
  const found = new Set([...reached].filter((path) => measures(path, texts.get(path) ?? '')));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const path of found) {
      const isShared = importers.get(path)?.some((one) => !found.has(one) && !programs.includes(one)) ?? false;
      if (isShared) found.delete(path);
    }
  }
  return [...found].sort();
}

function reachedFrom(programs: readonly string[], importers: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set(programs);
  for (const one of reached) for (const [path, by] of importers) if (by.includes(one)) reached.add(path);
  for (const one of programs) reached.delete(one);
  return reached;
}

const NAME =
  /(?:^|[/._-])(?:measur\w*|bench\w*|time[dr]?s?|timing|clocks?|stopwatch|perf|harness|metrics?|scor(?:e|er|es|ing)|stats?|sampl\w+)(?:[/._-]|$)/i;
const CLOCK =
  /\bperformance\.now\(|\bhrtime\b|\bDate\.now\(|\bperf_counter|\btime\.(?:time|monotonic|process_time|Now|Since)\(/;

const measures = (path: string, text: string) => NAME.test(path) || CLOCK.test(text);
