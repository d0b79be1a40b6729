import type { Ecosystem } from '../criteria/toolchain.ts';

const LANGUAGES: Record<string, string> = Object.fromEntries(
  Object.entries({
    node: 'js jsx mjs cjs ts tsx mts cts vue svelte',
    python: 'py pyi',
    go: 'go',
    rust: 'rs',
    jvm: 'java kt kts scala groovy',
    ruby: 'rb',
    php: 'php',
    elixir: 'ex exs',
    dotnet: 'cs fs vb',
    native: 'c cc cpp cxx h hpp',
    swift: 'swift',
  }).flatMap(([language, endings]) => endings.split(' ').map((ending) => [ending, language])),
);
const SAME_LANGUAGE: Partial<Record<Ecosystem, string>> = { deno: 'node', java: 'jvm' };

/** The languages of the files that the texts name, such as a failure's place; sorted. */
export function languagesIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    [...text.matchAll(/[\w)\]-]\.([a-z]{1,6})\b/g)].flatMap(([, ending]) => LANGUAGES[ending ?? ''] ?? []),
  );
  return [...new Set(found)].sort();
}

/** By how its dependencies are installed. */
export function languagesOfProject(ecosystems: readonly string[]): string[] {
  return [...new Set(ecosystems.map((one) => SAME_LANGUAGE[one as Ecosystem] ?? one))].sort();
}

/** Whether what one task taught can be about the other. What is unknown excludes nothing. */
export function shareLanguage(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));
}
