import type { PromptContext } from '../core/prompt.ts';

/** Renders a Handlebars template. Values are data: braces inside them are not read as template code, and nothing is escaped. */
export async function renderPrompt(template: string, context: PromptContext): Promise<string> {
  const { default: Handlebars } = await import('handlebars');
  const render = Handlebars.compile(template, { noEscape: true, strict: false });
  return render(withSpellings(context));
}

/** Rejects, in the template engine's own words, a template that does not compile. */
export async function checkTemplate(template: string): Promise<void> {
  const { default: Handlebars } = await import('handlebars');
  Handlebars.precompile(template);
}

/** `maxIterations` is also `max-iterations` and `max_iterations`. */
function withSpellings(context: PromptContext): Record<string, unknown> {
  const spelled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(context)) {
    spelled[name] = value;
    spelled[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] = value;
    spelled[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  }
  return spelled;
}
