/** Fills the texts of iterations as they are opened, anywhere in `root`: those that are too large for the page itself. */
export function fillTexts(
  root: HTMLElement,
  read: (iteration: string, kind: 'prompt' | 'transcript') => Promise<string | null>,
): void {
  // The event does not bubble.
  root.addEventListener('toggle', (event) => void fill(event.target, read), true);
}

async function fill(details: EventTarget | null, read: Parameters<typeof fillTexts>[1]): Promise<void> {
  if (!(details instanceof HTMLDetailsElement) || !details.open || !details.matches('.unpack')) return;
  const { iteration = '', kind } = details.dataset;
  const code = details.querySelector('code');
  if (!code || code.textContent) return;
  code.textContent = 'Loading…';
  const text = await read(iteration, kind === 'prompt' ? 'prompt' : 'transcript').catch(
    (error: Error) => error.message,
  );
  code.textContent = text || '(not recorded)';
}
