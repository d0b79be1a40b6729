import type { PromptContext } from '../core/prompt.ts';

/** Renders a Handlebars template. Values are data: braces inside them are not read as template code, and nothing is escaped. */
export async function renderPrompt(template: string, context: PromptContext): Promise<string> {
  const { variables, ...known } = context;
  return fillText(template, { ...variables, ...known });
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

/** Rejects, in the template engine's own words, a template that does not compile. */
export async function checkTemplate(template: string): Promise<void> {
  const { default: Handlebars } = await import('handlebars');
  Handlebars.precompile(template);
}

/** `maxIterations`, `max-iterations` and `max_iterations` are the same, however a variable was named. */
function withSpellings(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const spelled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables)) {
    const words = name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .split(/[\s_-]+/)
      .map((word) => word.toLowerCase());
    const camel = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
    for (const spelling of [name, words.join('-'), words.join('_'), camel.join('')]) spelled[spelling] = value;
  }
  return spelled;
}
