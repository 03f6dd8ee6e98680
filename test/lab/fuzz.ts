import { captures, mutate, randomOf } from "../support/data/otlp-bodies.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";
import { pause } from "./ledger.ts";
import { rssMb } from "./memory.ts";
import type { Row } from "./row.ts";

/** B2: damaged bodies for the whole run. */
export const damagedBodies: Row = {
  promise: "damaged bodies are all answered, none slowly, and the memory they took comes back",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path });
    const bodies = captures.filter(({ body }) => body.compression === "identity");
    const random = randomOf(seed);
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    let peak = 0;
    let sent = 0;
    const fuzz = async (until: number) => {
      while (Date.now() < until) {
        const { body } = bodies[sent++ % bodies.length] as (typeof bodies)[number];
        const type = body.format === "json" ? "application/json" : "application/x-protobuf";
        const startedAt = performance.now();
        const response = await fetch(`${service.url}/v1/${body.signal}`, {
          method: "POST",
          headers: { "content-type": type, "api-key": service.token },
          body: mutate(body.bytes, random),
        });
        await response.arrayBuffer();
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (sent % 200 === 0) peak = Math.max(peak, rssMb(service.child.pid!));
      }
    };
    const together = (until: number) => Promise.all(Array.from({ length: 8 }, () => fuzz(until)));
    await together(Date.now() + 2_000);
    await pause(3_000);
    const before = rssMb(service.child.pid!);
    slowestMs = 0;
    await together(Date.now() + seconds * 1_000);
    await pause(5_000);
    const after = rssMb(service.child.pid!);
    log(`answers ${JSON.stringify(Object.fromEntries(statuses))}`);
    const alive = (await fetch(`${service.url}/healthz`)).status;
    const strange = [...statuses.keys()].filter((status) => ![200, 400, 413, 415, 429].includes(status));
    return {
      passed: alive === 200 && strange.length === 0,
      metrics: {
        bodies: sent,
        slowestMs: Math.round(slowestMs),
        rssBeforeMb: before,
        rssPeakMb: peak,
        rssAfterMb: after,
      },
    };
  },
};
