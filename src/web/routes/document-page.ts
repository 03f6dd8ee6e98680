import { isJsonObject, type JsonObject, type JsonValue, member } from "../../platform/json/json.ts";
import { escapedHtml, plainPage } from "./plain-page.ts";

/**
 * Renders the API document as one page without scripts or requests: every route with its access rule and
 * parameters.
 */
export function documentPage(document: JsonObject): string {
  const paths = member(document, "paths");
  const routes = Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).map(([method, route]) => section(method, path, route)),
  );
  return plainPage(
    "Gaffe API",
    `<h1>Gaffe API</h1><p>${escapedHtml(textAt(document, "info", "description"))}
The same as a document: <a href="/openapi.json">/openapi.json</a>.</p>
${routes.join("\n")}
<h1>Schemas</h1>${schemas(document)}`,
  );
}

function section(method: string, path: string, route: JsonValue): string {
  const parts = { parameters: member(route, "parameters"), requestBody: member(route, "requestBody") };
  const shown = JSON.stringify(parts, undefined, 1);
  return `<h2><code>${escapedHtml(method.toUpperCase())} ${escapedHtml(path)}</code></h2>
<p>${escapedHtml(textAt(route, "summary"))}. ${escapedHtml(textAt(route, "description"))}</p>
${shown === "{}" ? "" : `<details><summary>Parameters and body</summary><pre>${escapedHtml(shown)}</pre></details>`}`;
}

function schemas(document: JsonObject): string {
  const all = member(member(document, "components"), "schemas");
  return Object.entries(isJsonObject(all) ? all : {})
    .map(([name, schema]) => {
      const text = JSON.stringify(schema, undefined, 1);
      return `<details><summary>${escapedHtml(name)}</summary><pre>${escapedHtml(text)}</pre></details>`;
    })
    .join("\n");
}

function textAt(value: JsonValue | undefined, ...keys: readonly string[]): string {
  const found = keys.reduce<JsonValue | undefined>(member, value);
  return typeof found === "string" ? found : "";
}
