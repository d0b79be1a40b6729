import { drawDiffs } from './diff-view.ts';
import { drawHeatMap } from './heat-map.ts';
import type { Payload } from './payload.ts';
import { fillTexts } from './unpack.ts';

const payload = await unpack(document.getElementById('payload')?.textContent ?? '');
const [heatMap, diff] = [document.getElementById('heat-map'), document.getElementById('diff')];
if (heatMap) drawHeatMap(heatMap).update(payload.tests);
if (diff) drawDiffs(diff, readDiff).update(payload.compared, Number(document.body.dataset.kept));
fillTexts(document.body, async (iteration, kind) => payload.texts[iteration]?.[kind] ?? null);
openTarget();
window.addEventListener('hashchange', openTarget);
document.documentElement.dataset.ready = 'true';

async function unpack(base64: string): Promise<Payload> {
  const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as Payload;
}

/** The files of two iterations, out of those of all. */
async function readDiff(from: number, to: number): Promise<Pick<Payload, 'files' | 'notes'>> {
  const [a, b] = [payload.compared.indexOf(from), payload.compared.indexOf(to)];
  const files = payload.files.map((file) => ({ ...file, at: [file.at[a] ?? -1, file.at[b] ?? -1] }));
  return { files, notes: payload.notes };
}

/** Opens the iteration that the URL links to. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
