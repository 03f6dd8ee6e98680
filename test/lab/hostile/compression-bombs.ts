import { gzipSync } from "node:zlib";
import { addresses, type StartAttack } from "./attack.ts";
import { requestOf } from "./request.ts";
import { sendSteadily } from "./send-steadily.ts";

/** Six bodies a second with a valid token: 60 KB that inflate to 60 MB, and 8 KB that inflate to 8 MB. */
export const compressionBombs: StartAttack = ({ httpPort, token }, count) => {
  const bodies = [60 * 2 ** 20, 8 * 10 ** 6, 8 * 10 ** 6].flatMap((bytes) => [
    gzipSync(Buffer.alloc(bytes)),
    gzipSync(Buffer.alloc(bytes, "[")),
  ]);
  const requests = bodies.map((body, at) =>
    requestOf("/v1/traces", token, body, {
      "content-encoding": "gzip",
      "content-type": at % 2 === 0 ? "application/x-protobuf" : "application/json",
    }),
  );
  return sendSteadily({ port: httpPort, from: addresses.tenant, requests, requestsPerSecond: 6, count });
};
