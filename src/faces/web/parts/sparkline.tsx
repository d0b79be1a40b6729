const [WIDTH, HEIGHT, PAD] = [88, 22, 2];

/** The last scores as a line; a gap where one is unknown. */
export function Sparkline({ scores }: { scores: readonly (number | null)[] }) {
  const known = scores.filter((score) => score !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => PAD + (index / (scores.length - 1)) * (WIDTH - 2 * PAD);
  const y = (score: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - PAD - ((score - low) / (high - low)) * (HEIGHT - 2 * PAD);
  const parts: string[] = [];
  let isGap = true;
  scores.forEach((score, index) => {
    if (score !== null) parts.push(`${isGap ? 'M' : 'L'}${x(index).toFixed(1)} ${y(score).toFixed(1)}`);
    isGap = score === null;
  });
  const text = `quality from ${known[0]?.toFixed(2)} to ${known.at(-1)?.toFixed(2)}`;
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={text}
    >
      <path d={parts.join('')} />
    </svg>
  );
}
