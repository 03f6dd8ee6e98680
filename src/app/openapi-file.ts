import { readFileSync } from "node:fs";
import { z } from "zod";
import { createTelemetry } from "../platform/telemetry/telemetry.ts";
import type { Route } from "../server/routes/route.ts";
import { authenticationRoutes } from "../web/routes/authentication.ts";
import { createApi } from "../web/routes/create-api.ts";
import { openapiOf } from "../web/routes/openapi.ts";
import { createAllRoutes } from "./module-routes.ts";

const file = new URL("../../openapi.json", import.meta.url);
const Document = z.object({ paths: z.record(z.string(), z.unknown()) });

/**
 * Returns the content of openapi.json, in which paths keep their places, so that it shows what changed.
 * Only the routes' descriptions are read; none is called.
 */
export async function openapiFile(): Promise<string> {
  const nothing = {} as never;
  const places = Object.keys(Document.parse(JSON.parse(readFileSync(file, "utf8"))).paths);
  const placeOf = ({ path }: Route) => {
    const place = places.indexOf(`/api/v1${path.replace(/:(\w+)/g, "{$1}")}`);
    return place < 0 ? places.length : place;
  };
  const api = await createApi({
    ...(nothing as Parameters<typeof createApi>[0]),
    routes: createAllRoutes(nothing).toSorted((one, other) => placeOf(one) - placeOf(other)),
    openRoutes: authenticationRoutes(nothing),
    telemetry: createTelemetry({ level: "silent" }),
    loopbackOnly: true,
    bodyBytes: 1,
  });
  const document = openapiOf(api.app);
  await api.close();
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
