import { isJsonObject, type JsonObject, type JsonValue, member } from "../lib/json.ts";

/** The API's document as one page without scripts or requests: every route, what it needs and what it takes. */
export function documentPage(document: JsonObject): string {
  const paths = member(document, "paths");
  const routes = Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).map(([method, route]) => section(method, path, route)),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gaffe API</title>
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow:auto;padding:1rem;border:1px solid #8885;border-radius:6px}
h2{font-size:1.1rem;margin-top:2rem}</style>
<h1>Gaffe API</h1><p>${escaped(textAt(document, "info", "description"))}
The same as a document: <a href="/openapi.json">/openapi.json</a>.</p>
${routes.join("\n")}
<h1>Schemas</h1>${schemas(document)}</html>`;
}

function section(method: string, path: string, route: JsonValue): string {
  const parts = { parameters: member(route, "parameters"), requestBody: member(route, "requestBody") };
  const shown = JSON.stringify(parts, undefined, 1);
  return `<h2><code>${escaped(method.toUpperCase())} ${escaped(path)}</code></h2>
<p>${escaped(textAt(route, "summary"))}. ${escaped(textAt(route, "description"))}</p>
${shown === "{}" ? "" : `<details><summary>Parameters and body</summary><pre>${escaped(shown)}</pre></details>`}`;
}

function schemas(document: JsonObject): string {
  const all = member(member(document, "components"), "schemas");
  return Object.entries(isJsonObject(all) ? all : {})
    .map(([name, schema]) => {
      const text = JSON.stringify(schema, undefined, 1);
      return `<details><summary>${escaped(name)}</summary><pre>${escaped(text)}</pre></details>`;
    })
    .join("\n");
}

function textAt(value: JsonValue | undefined, ...keys: readonly string[]): string {
  const found = keys.reduce<JsonValue | undefined>(member, value);
  return typeof found === "string" ? found : "";
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
