import type { Route } from './routes.ts';

/** The API as an OpenAPI document, made from the routes themselves. */
export function openApi(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, summary, body, answers } of routes) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    paths[template] = {
      ...paths[template],
      [method]: {
        summary,
        parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...(body !== undefined && {
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
        }),
        responses: { 200: { description: answers }, default: { description: '{code, message}' } },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Jumar on this machine', version: `1 (jumar ${version})` },
    paths,
  };
}
