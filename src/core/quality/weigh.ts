/** One question about the metrics, answered in 0..1, or null if unknown. */
interface Component {
  name: string;
  score: number | null;
}

interface Dimension {
  name: string;
  /** As configured, before unknown dimensions drop out. */
  weight: number;
  /** The mean of the known components; null if none is known. */
  score: number | null;
  /** What it adds to the total after renormalisation; the contributions sum up to the total. */
  contribution: number;
  components: Component[];
}

export interface QualityScore {
  profile: 'dimensions' | 'analytics';
  /** 0..1; null if nothing is known. */
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

type Answers = Record<string, Record<string, number | null>>;

/** Unknown components drop out of their dimension, unknown dimensions out of the total; the rest is renormalised. */
export function weigh(
  profile: QualityScore['profile'],
  weights: Readonly<Record<string, number>>,
  current: Answers,
  baseline: Answers | null,
): QualityScore {
  const dimensions = Object.entries(current).map(([name, answers]) => dimension(name, weights[name] ?? 0, answers));
  const weighty = dimensions.filter(({ weight }) => weight > 0);
  const all = sum(weighty.map(({ weight }) => weight));
  const scored = weighty.filter(({ score }) => score !== null);
  const scoredWeight = sum(scored.map(({ weight }) => weight));
  for (const part of scored) part.contribution = ((part.score ?? 0) * part.weight) / scoredWeight;
  const leftOut = weighty.flatMap((part) => unknownOf(part).map((component) => `${part.name}.${component}`));
  return {
    profile,
    score: scored.length === 0 ? null : tidy(sum(scored.map(({ contribution }) => contribution))),
    confidence: all === 0 ? 0 : tidy(sum(weighty.map(scoredShare)) / all),
    dimensions: dimensions.map((part) => ({ ...part, contribution: tidy(part.contribution) })),
    leftOut,
    lost: baseline ? leftOut.filter((path) => answer(baseline, path) !== null) : [],
  };
}

function dimension(name: string, weight: number, answers: Record<string, number | null>): Dimension {
  const components = Object.entries(answers).map(([component, score]) => ({
    name: component,
    score: score === null ? null : tidy(clamp(score)),
  }));
  const scores = Object.values(answers).filter((score) => score !== null);
  const score = scores.length === 0 ? null : tidy(sum(scores.map(clamp)) / scores.length);
  return { name, weight, score, contribution: 0, components };
}

function scoredShare({ weight, components }: Dimension): number {
  return (weight * components.filter(({ score }) => score !== null).length) / components.length;
}

function unknownOf({ components }: Dimension): string[] {
  return components.filter(({ score }) => score === null).map(({ name }) => name);
}

function answer(answers: Answers, path: string): number | null {
  const [dimensionName = '', component = ''] = path.split('.');
  return answers[dimensionName]?.[component] ?? null;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const tidy = (value: number) => Math.round(value * 1e6) / 1e6;
