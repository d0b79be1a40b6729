import { drawDiffs } from './diff-view.ts';
import { drawHeatMap } from './heat-map.ts';
import type { Payload } from './payload.ts';

const payload = await unpack(document.getElementById('payload')?.textContent ?? '');
const [heatMap, diff] = [document.getElementById('heat-map'), document.getElementById('diff')];
if (heatMap) drawHeatMap(heatMap, payload.tests);
if (diff) drawDiffs(diff, payload, Number(document.body.dataset.kept));
for (const details of document.querySelectorAll<HTMLDetailsElement>('details.unpack')) {
  details.addEventListener('toggle', () => fill(details, payload));
}
openTarget();
window.addEventListener('hashchange', openTarget);
document.documentElement.dataset.ready = 'true';

async function unpack(base64: string): Promise<Payload> {
  const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as Payload;
}

function fill(details: HTMLDetailsElement, { texts }: Payload): void {
  const { iteration = '', kind } = details.dataset;
  const code = details.querySelector('code');
  const text = texts[iteration]?.[kind === 'prompt' ? 'prompt' : 'transcript'];
  if (code && !code.textContent) code.textContent = text || '(not recorded)';
}

/** Opens the iteration that the URL links to. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
