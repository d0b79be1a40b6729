/** What the speed of a machine decides is off: whether coverage is cheap. Stories about it set a budget of their own. */
export const SAME_ON_EVERY_MACHINE = { JUMAR_METRICS_COVERAGE_BUDGET: '0' };
