import { defaultSettings, settingsSchema } from '../core/state/settings.ts';

export interface ConfigKey {
  /** `limits.maxIterations` */
  name: string;
  description: string;
  default: unknown;
  /** `JUMAR_LIMITS_MAX_ITERATIONS` */
  variable: string;
}

/** Short names that similar tools use for the same settings. */
export const aliases: Record<string, string> = {
  maxIterations: 'limits.maxIterations',
  minIterations: 'rules.minIterations',
  timeoutMinutes: 'limits.timeoutMinutes',
  timeout: 'limits.timeoutMinutes',
  maxRegressions: 'rules.maxRegressions',
  allowRegression: 'rules.allowRegression',
  qualityThreshold: 'rules.qualityThreshold',
  improvementThreshold: 'rules.improvementThreshold',
  plateauWindow: 'rules.plateauWindow',
  plateauThreshold: 'rules.plateauThreshold',
  reinforcementLevel: 'reinforcement.setting',
  criteria: 'verify.criteria',
  progressStrategy: 'progress.strategy',
  protect: 'verify.protect',
  only: 'verify.only',
  setup: 'verify.setup',
  progressMaxEntries: 'progress.maxEntries',
  progressMaxChars: 'progress.maxChars',
};

/** Every key of the configuration, from the schema. */
export function configKeys(): ConfigKey[] {
  const defaults = defaultSettings as Record<string, Record<string, unknown>>;
  return Object.entries(settingsSchema.shape).flatMap(([group, schema]) =>
    Object.entries(schema.unwrap().shape).map(([key, field]) => ({
      name: `${group}.${key}`,
      description: (field as { description?: string }).description ?? '',
      default: defaults[group]?.[key],
      variable: `JUMAR_${snake(group)}_${snake(key)}`,
    })),
  );
}

/** Keys of the settings that may be objects. */
export const nestedParts = ['command', 'timeoutMinutes', 'direction', 'threshold'];

/** `metrics.lint.command`, `metrics.custom.bundle.threshold`: a key inside a setting that may be an object. */
export function nestedKey(name: string): { name: string; whole: string; path: string[]; default: unknown } | null {
  const whole = configKeys().find((key) => name.startsWith(`${key.name}.`))?.name;
  if (!whole) return null;
  const path = name.slice(whole.length + 1).split('.');
  return { name, whole, path, default: /\.(?:threshold|timeoutMinutes)$/.test(name) ? 0 : '' };
}

/** `max-iterations` and `max_iterations` are `maxIterations`. */
export function camelCase(key: string): string {
  return key.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
