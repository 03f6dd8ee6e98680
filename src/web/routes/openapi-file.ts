import { createTelemetry } from "../../platform/telemetry/telemetry.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { createApi } from "./create-api.ts";
import { openapiOf } from "./openapi.ts";

/** The content of openapi.json: made of the routes alone, nothing of which is called. */
export async function openapiFile(): Promise<string> {
  const nothing: Partial<ApiNeeds> = {
    telemetry: createTelemetry({ level: "silent" }),
    loopbackOnly: true,
    bodyBytes: 1,
  };
  const api = await createApi(nothing as ApiNeeds);
  const document = openapiOf(api.app);
  await api.close();
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
