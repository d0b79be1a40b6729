/** One question asked of the metrics, answered in 0..1, or null where it is unknown. */
interface Component {
  name: string;
  score: number | null;
}

interface Dimension {
  name: string;
  /** As configured, before unknown dimensions drop out. */
  weight: number;
  /** The mean of the known components; null where none is known. */
  score: number | null;
  /** What it adds to the total after renormalisation; the contributions sum up to the total. */
  contribution: number;
  components: Component[];
}

export interface QualityScore {
  profile: 'dimensions' | 'analytics';
  /** 0..1; null where nothing is known. */
  score: number | null;
  /** The share of the weight that was known, 0..1; a dimension's weight is spread evenly over its components. */
  confidence: number;
  dimensions: Dimension[];
  /** The components that are unknown, as `dimension.component`. */
  leftOut: string[];
  /**
   * Left out now, but known at the baseline: what has not been measured cannot lower the score, so a score with losses
   * must never win against one without.
   */
  lost: string[];
}

type Asked = Record<string, Record<string, number | null>>;

/** Unknown components drop out of their dimension, unknown dimensions out of the total; the rest is renormalised. */
export function weigh(
  profile: QualityScore['profile'],
  weights: Readonly<Record<string, number>>,
  current: Asked,
  baseline: Asked | null,
): QualityScore {
  const dimensions = Object.entries(current).map(([name, asked]) => dimension(name, weights[name] ?? 0, asked));
  const weighty = dimensions.filter(({ weight }) => weight > 0);
  const all = sum(weighty.map(({ weight }) => weight));
  const known = weighty.filter(({ score }) => score !== null);
  const knownWeight = sum(known.map(({ weight }) => weight));
  for (const part of known) part.contribution = ((part.score ?? 0) * part.weight) / knownWeight;
  const leftOut = weighty.flatMap((part) => unknownOf(part).map((component) => `${part.name}.${component}`));
  return {
    profile,
    score: known.length === 0 ? null : tidy(sum(known.map(({ contribution }) => contribution))),
    confidence: all === 0 ? 0 : tidy(sum(weighty.map(knownShare)) / all),
    dimensions: dimensions.map((part) => ({ ...part, contribution: tidy(part.contribution) })),
    leftOut,
    lost: baseline ? leftOut.filter((path) => answer(baseline, path) !== null) : [],
  };
}

function dimension(name: string, weight: number, asked: Record<string, number | null>): Dimension {
  const components = Object.entries(asked).map(([component, score]) => ({
    name: component,
    score: score === null ? null : tidy(clamp(score)),
  }));
  const known = Object.values(asked).filter((score) => score !== null);
  const score = known.length === 0 ? null : tidy(sum(known.map(clamp)) / known.length);
  return { name, weight, score, contribution: 0, components };
}

function knownShare({ weight, components }: Dimension): number {
  return (weight * components.filter(({ score }) => score !== null).length) / components.length;
}

function unknownOf({ components }: Dimension): string[] {
  return components.filter(({ score }) => score === null).map(({ name }) => name);
}

function answer(asked: Asked, path: string): number | null {
  const [dimensionName = '', component = ''] = path.split('.');
  return asked[dimensionName]?.[component] ?? null;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const tidy = (value: number) => Math.round(value * 1e6) / 1e6;
