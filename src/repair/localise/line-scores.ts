/** Suspicion, 0 to 1, by path and line. */
export type LineScores = Map<string, Map<number, number>>;

export function raise(scores: LineScores, path: string, line: number, to: number): void {
  const lines = scores.get(path) ?? new Map<number, number>();
  scores.set(path, lines);
  lines.set(line, Math.max(lines.get(line) ?? 0, to));
}

export function scoreLine(scores: LineScores | null, path: string, line: number): number {
  return scores?.get(path)?.get(line) ?? 0;
}
