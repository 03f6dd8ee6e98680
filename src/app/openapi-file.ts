import { createTelemetry } from "../platform/telemetry/telemetry.ts";
import { authenticationRoutes } from "../web/routes/authentication.ts";
import { createApi } from "../web/routes/create-api.ts";
import { openapiOf } from "../web/routes/openapi.ts";
import { createAllRoutes } from "./module-routes.ts";

/** Returns the content of openapi.json. Only the routes' descriptions are read; none is called. */
export async function openapiFile(): Promise<string> {
  const nothing = {} as never;
  const api = await createApi({
    ...(nothing as Parameters<typeof createApi>[0]),
    routes: createAllRoutes(nothing),
    openRoutes: authenticationRoutes(nothing),
    telemetry: createTelemetry({ level: "silent" }),
    loopbackOnly: true,
    bodyBytes: 1,
  });
  const document = openapiOf(api.app);
  await api.close();
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
