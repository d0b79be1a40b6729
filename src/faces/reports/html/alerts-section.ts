import { findingKey, findingsIn } from '../../../core/findings/blockers.ts';
import { lossesIn } from '../../../core/findings/losses.ts';
import { alertKey } from '../../../core/findings/marks.ts';
import { type Raised, raisedIn } from '../../../core/findings/raised.ts';
import { compareSeverity } from '../../../core/metrics/severity.ts';
import type { LoopFinding } from '../../../core/state/finding.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { decisionText } from '../human-decisions.ts';
import { html, type Markup } from './markup.ts';
import type { Section } from './sections.ts';

const CARDS = 200;
const NAMED = 20;

/** One alert, as it is shown; a metric alert that repeats is one card. */
export interface AlertCard {
  /** Of its first sighting. */
  key: string;
  /** What a mark must name. */
  keys: string[];
  /** And what follows from the same loss. */
  about: string[];
  approved: boolean;
  marked: boolean;
  severity: Raised['severity'];
  isSettled: boolean;
  markup: Markup;
}

/** The alerts, most severe first; approved and false ones last. */
export function alertCards(state: LoopState, most = Number.POSITIVE_INFINITY): { cards: AlertCard[]; all: number } {
  const losses = lossesIn(raisedIn(state));
  const groups = cardsOf(losses.map(({ main }) => main));
  const keysOf = new Map(losses.map(({ main, raised }) => [main.key, raised.map(({ key }) => key)]));
  const findings = new Map(
    state.iterations.flatMap((one) => findingsIn(one).map((finding) => [findingKey(finding.id), finding] as const)),
  );
  const cards = groups.slice(0, most).flatMap((sightings): AlertCard[] => {
    const [first] = sightings;
    if (!first) return [];
    return [
      {
        key: first.key,
        keys: sightings.map(({ key }) => key),
        about: sightings.flatMap(({ key }) => keysOf.get(key) ?? []),
        approved: sightings.every(({ approved }) => approved),
        marked: sightings.every(({ marked }) => marked !== null),
        severity: first.severity,
        isSettled: sightings.every(isSettled),
        markup: cardBody(state, sightings, findings),
      },
    ];
  });
  return { cards, all: groups.length };
}

export function alertsSection(state: LoopState): Section {
  const { cards, all } = alertCards(state, CARDS);
  const body =
    all === 0
      ? html`<p>No alerts.</p>`
      : html`${cards.map((card) => html`<article class="${cardClass(card)}">${card.markup}</article>`)}${all > CARDS && html`<p>And ${(all - CARDS).toLocaleString('en')} more: <code>jumar alerts</code> lists them all.</p>`}`;
  return { id: 'alerts', title: `Alerts (${all})`, body };
}

export function cardClass({ severity, isSettled: settled }: AlertCard): string {
  return `alert ${severity}${settled ? ' settled' : ''}`;
}

/** A metric alert repeats in every iteration: the same text is one card. */
function cardsOf(alerts: readonly Raised[]): Raised[][] {
  const cards = new Map<string, Raised[]>();
  for (const one of alerts) {
    const key = one.source === 'metrics' ? `${one.severity}\n${one.type}\n${one.text}` : one.key;
    const sightings = cards.get(key);
    if (sightings) sightings.push(one);
    else cards.set(key, [one]);
  }
  const bySeverity = ([one]: Raised[], [other]: Raised[]) => (one && other ? compareSeverity(one, other) : 0);
  return [...cards.values()].sort(
    (a, b) => Number(a.every(isSettled)) - Number(b.every(isSettled)) || bySeverity(a, b),
  );
}

const isSettled = ({ approved, marked }: Raised) => approved || marked !== null;

function cardBody(state: LoopState, sightings: readonly Raised[], findings: ReadonlyMap<string, LoopFinding>): Markup {
  const [one] = sightings as [Raised];
  const finding = findings.get(one.key);
  return html`<h3><span class="severity">${one.severity}</span> ${one.pattern ?? one.type}</h3>
<p>${one.text}${one.place ? html` <code>${one.place.path}:${one.place.line}</code>` : ''}</p>
<p class="facts">${statusSentences(state, sightings).join(' ')}</p>
${testsOf(state, one)}${finding && (finding.excerptBefore || finding.excerptAfter) ? beforeAfter(finding) : ''}${finding?.fix ? html`<p>${finding.fix}</p>` : ''}`;
}

/** `In #2, #4: caught … In #6: it warns.` */
function statusSentences(state: LoopState, sightings: readonly Raised[]): string[] {
  const byWord = new Map<string, number[]>();
  for (const one of sightings) {
    for (const n of one.iterations) {
      const word = statusOf(state, one, n);
      const iterations = byWord.get(word);
      if (iterations) iterations.push(n);
      else byWord.set(word, [n]);
    }
  }
  return [...byWord].map(([word, iterations]) => `In ${numbersText(iterations)}: ${word}.`);
}

/** `#1, #2, … and 70 more, the last in #90`. */
function numbersText(iterations: readonly number[]): string {
  const named = iterations.slice(0, NAMED).map((n) => `#${n}`);
  const more = iterations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more, the last in #${iterations.at(-1)}` : ''}`;
}

function statusOf(state: LoopState, alert: Raised, n: number): string {
  const { marked, caught, approved, blocking, stillIn } = alert;
  if (marked) return `marked a false positive${marked.reason ? `: ${marked.reason}` : ''}`;
  const word = decisionText(state, alert, n);
  if (word !== null) return word;
  const undone = approved && state.iterations[n]?.decision?.action === 'rollback';
  if (stillIn === n) return 'still in the working tree';
  if (caught || undone) return 'caught, rolled back or rejected';
  return blocking ? 'blocks completion' : 'warning';
}

/** The tests that a metric alert names. */
function testsOf({ iterations }: LoopState, { key, iterations: [n = -1] }: Raised): Markup | false {
  const alert = iterations[n]?.alerts.find((one) => alertKey(n, one) === key);
  return Boolean(alert?.tests.length) && html`<ul>${alert?.tests.map((name) => html`<li>${name}</li>`)}</ul>`;
}

function beforeAfter({ excerptBefore, excerptAfter }: LoopFinding): Markup {
  const side = (name: string, text: string) =>
    html`<figure><figcaption>${name}</figcaption><pre tabindex="0" aria-label="${name}"><code>${text || '(nothing)'}</code></pre></figure>`;
  return html`<div class="sides">${side('before', excerptBefore)}${side('after', excerptAfter)}</div>`;
}
