import { encodeTraces } from "../../../src/otlp/encode.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, type ServiceOptions, startService } from "../../support/service/service.ts";
import { apiOf } from "../../support/service/service-api.ts";

/** One second: hostile work that is ended must not make these tests slow. */
const stallSeconds = "1";

/** Starts the service for hostile input, and starts it again in the same folder. */
export function hostileService(options: Pick<ServiceOptions, "script"> = {}) {
  const folder = temporaryFolder();
  let service: Service | undefined;
  return { start, send, stop, api: () => apiOf(running()), service: running };

  function running(): Service {
    if (!service) throw new Error("the service is not started");
    return service;
  }

  async function start(): Promise<Service> {
    service = await startService({ ...options, folder: folder.path, env: { GAFFE_STALL_SECONDS: stallSeconds } });
    return service;
  }

  /** Sends spans as one request, by default of the first project. */
  async function send(spans: Parameters<typeof encodeTraces>[0], token = running().token): Promise<Response> {
    return fetch(`${running().url}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": token },
      body: encodeTraces(spans),
    });
  }

  async function stop(): Promise<void> {
    await service?.kill("SIGTERM");
    folder[Symbol.dispose]();
  }
}
