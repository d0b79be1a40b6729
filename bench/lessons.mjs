import { readFileSync } from 'node:fs';
import { recall } from '../dist/core/reflection/recall.js';
import { similarity } from '../dist/core/reflection/similarity.js';

export const title = 'Lessons given to the right task';

/** Every task is asked for its lessons as a loop would ask; the labels say which a person would want. */
export async function measure() {
  const { lessons, queries } = JSON.parse(readFileSync('bench/lessons/labelled.json', 'utf8'));
  const now = Date.now();
  const kept = lessons.map((lesson) => ({ outcome: 'solved', lesson: '', files: [], ...lesson, at: now }));
  const parts = ['development', 'held-out'].map((part) => {
    const counts = { part, queries: 0, given: 0, right: 0, wanted: 0 };
    for (const query of queries.filter((each) => each.part === part)) {
      const given = recall(kept, query, now).map(({ loop }) => loop);
      counts.queries += 1;
      counts.given += given.length;
      counts.wanted += query.relevant.length;
      counts.right += given.filter((loop) => query.relevant.includes(loop)).length;
      if (process.env.DETAILS) {
        const scores = kept
          .map((lesson) => [lesson.loop, similarity(query, lesson).toFixed(2)])
          .sort((a, b) => b[1] - a[1]);
        console.error(part, JSON.stringify(query.relevant), JSON.stringify(given), scores.slice(0, 3).join(' '));
      }
    }
    return counts;
  });
  const rows = parts.map(
    ({ part, queries: asked, given, right, wanted }) =>
      `${part} (${asked} tasks): precision ${percent(right, given)} (${right} of ${given}), recall ${percent(right, wanted)} (${right} of ${wanted})`,
  );
  return `${lessons.length} lessons and ${queries.length} tasks with their failures, labelled by hand (\`bench/lessons/labelled.json\`). A task gets a lesson from a similarity of 0.7. ${rows.join('; ')}. The set is small and its authors also wrote the measure: it does not show how the measure does on your projects.`;
}

function percent(part, whole) {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}
