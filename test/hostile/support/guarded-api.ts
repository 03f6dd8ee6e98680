import { takePort } from "../../../src/app/http-entry-point.ts";
import type { BodyPace } from "../../../src/platform/http/body-deadline.ts";
import type { GaffeEvent } from "../../../src/platform/telemetry/events.ts";
import { startApi } from "../../support/service/api.ts";

/** Starts the API behind the HTTP entry point of the service. */
export async function startGuardedApi(changes: Parameters<typeof startApi>[0] & { pace?: BodyPace } = {}) {
  const { pace, ...others } = changes;
  const api = await startApi(others);
  const events: GaffeEvent[] = [];
  const entry = await takePort("127.0.0.1", 0, {
    connections: { total: 500, perAddress: 300 },
    ...(pace === undefined ? {} : { pace }),
    emit: (event) => void events.push(event),
  });
  entry.open([api.api.handle]);
  return {
    ...api,
    port: entry.port,
    events,
    async [Symbol.asyncDispose]() {
      await entry.close(100);
      await api[Symbol.asyncDispose]();
    },
  };
}
