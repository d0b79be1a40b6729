import { defaultTemplate, type PromptContext } from './prompt.ts';

/** Renders a Handlebars template. Values are data: braces inside them are not read as template code, and nothing is escaped. */
export async function renderPrompt(template: string, context: PromptContext): Promise<string> {
  const { variables, ...values } = context;
  return fillText(template, { ...variables, ...values });
}

/**
 * The prompt by the loop's template; by the built-in one if that cannot be rendered, and
 * then with the reason. A broken template must never end a loop.
 */
export async function renderOrFallBack(
  template: string | null,
  context: PromptContext,
): Promise<{ text: string; used: string; problem: string | null }> {
  const used = template ?? defaultTemplate;
  try {
    return { text: await renderPrompt(used, context), used, problem: null };
  } catch (error) {
    if (template === null) throw error;
    const text = await renderPrompt(defaultTemplate, context);
    return { text, used: defaultTemplate, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The same with variables of any kind. */
export async function fillText(template: string, variables: Readonly<Record<string, unknown>>): Promise<string> {
  const render = compiled.get(template) ?? (await compile(template));
  return render(withSpellings(variables));
}

type Render = (variables: Record<string, unknown>) => string;

/** A loop renders one template again and again, and compiling is what takes time. */
const compiled = new Map<string, Render>();
const MAX_COMPILED = 16;

async function compile(template: string): Promise<Render> {
  const { default: Handlebars } = await import('handlebars');
  const render: Render = Handlebars.compile(template, { noEscape: true, strict: false });
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(template, render);
  return render;
}

/** `maxIterations`, `max-iterations` and `max_iterations` are the same, however a variable was named. */
function withSpellings(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const spelled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables)) {
    for (const spelling of spellingsOf(name)) spelled[spelling] = value;
  }
  return spelled;
}

export function spellingsOf(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => word.toLowerCase());
  const camel = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  return [name, words.join('-'), words.join('_'), camel.join('')];
}
