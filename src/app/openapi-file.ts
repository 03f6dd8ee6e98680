import { createTelemetry } from "../platform/telemetry/telemetry.ts";
import { createApi } from "../web/routes/create-api.ts";
import { openapiOf } from "../web/routes/openapi.ts";
import { openRoutesOf, type RouteDependencies, routesOf } from "./routes.ts";

/** Returns the content of openapi.json. Only the routes' descriptions are read; none is called. */
export async function openapiFile(): Promise<string> {
  const nothing = {} as RouteDependencies & Parameters<typeof openRoutesOf>[0] & Parameters<typeof createApi>[0];
  const api = await createApi({
    ...nothing,
    routes: routesOf(nothing),
    openRoutes: openRoutesOf(nothing),
    telemetry: createTelemetry({ level: "silent" }),
    loopbackOnly: true,
    bodyBytes: 1,
  });
  const document = openapiOf(api.app);
  await api.close();
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
