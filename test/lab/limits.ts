import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";
import { eventually } from "../support/service/service-api.ts";
import { listed, settle } from "./inspect.ts";
import { load, newLedger, pause, post } from "./ledger.ts";
import { type Row, verdict } from "./row.ts";
import { chatSpan } from "./spans.ts";

/** A5: the disk under the journal fills up, is freed, and the service is killed. */
export const fullDisk: Row = {
  promise: "a full disk refuses (503), corrupts nothing and recovers alone",
  async run({ seed, seconds, log }) {
    using disk = temporaryFolder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", disk.path]);
    if (mounted.status !== 0) return { passed: true, metrics: { skipped: "this process may not mount a tmpfs" } };
    try {
      const ledger = newLedger();
      const first = await startService({ folder: disk.path });
      const filler = spawnSync("sh", ["-c", `dd if=/dev/zero of=${disk.path}/filler bs=64k 2>/dev/null; true`]);
      log(`filled the disk (${filler.status})`);
      const options = { senders: 4, spansPerRequest: 5, pauseMs: 20, token: first.token, run: seed };
      let refused = "";
      for (let attempt = 0; attempt < 100 && refused === ""; attempt++) {
        const spans = [chatSpan({ run: seed + 1, number: attempt, startMs: Date.now() })];
        const status = await post(first.url, encodeTraces(spans), first.token);
        if (status !== "200") refused = status;
      }
      spawnSync("rm", [`${disk.path}/filler`]);
      const ends = Date.now() + seconds * 1000;
      await load(ledger, { ...options, url: () => first.url, until: () => Date.now() > ends });
      await first.kill("SIGKILL");
      await using second = await startService({ folder: disk.path, port: first.port });
      return verdict(await settle(second, ledger), { refusedWith: refused }, refused === "503");
    } finally {
      spawnSync("umount", [disk.path]);
    }
  },
};

/** A9: SIGTERM arrives while a request is held open at its last byte. */
export const terminate: Row = {
  promise: "SIGTERM completes requests in flight and exits with 0",
  async run({ seed }) {
    using folder = temporaryFolder();
    const ledger = newLedger();
    const service = await startService({ folder: folder.path });
    const body = encodeTraces([chatSpan({ run: seed, number: 0, startMs: Date.now() })]);
    const openRequest = request(`${service.url}/v1/traces`, {
      method: "POST",
      headers: {
        "content-type": "application/x-protobuf",
        "api-key": service.token,
        "content-length": body.length,
        expect: "100-continue",
      },
    });
    const responded = once(openRequest, "response");
    const started = once(openRequest, "continue");
    openRequest.write(body.subarray(0, -1));
    await started;
    const from = Date.now();
    const ended = service.kill("SIGTERM");
    await eventually(
      () => Promise.resolve(service.output()),
      (output) => output.includes('"stopping"'),
    );
    openRequest.end(body.subarray(-1));
    const [response] = await responded;
    response.resume();
    if (response.statusCode === 200) ledger.acknowledged.set(chatSpan({ run: seed, number: 0, startMs: 0 }).spanId, 0);
    const exitCode = await ended;
    const exitMs = Date.now() - from;
    await using again = await startService({ folder: folder.path });
    return verdict(await settle(again, ledger), { exitCode: exitCode ?? -1, exitMs }, exitCode === 0);
  },
};

/** A10: every body three times, and the same spans once more in other batches. */
export const duplicates: Row = {
  promise: "a repeated delivery changes no count",
  async run({ seed, seconds }) {
    using folder = temporaryFolder();
    const ledger = newLedger();
    await using service = await startService({ folder: folder.path });
    const ends = Date.now() + seconds * 1000;
    const { url, token } = service;
    await load(ledger, {
      senders: 4,
      spansPerRequest: 5,
      pauseMs: 20,
      copies: 3,
      url: () => url,
      token,
      run: seed,
      until: () => Date.now() > ends,
    });
    const numbers = [...ledger.acknowledged.values()].toSorted((a, b) => a - b);
    const again = numbers.map((number) => chatSpan({ run: seed, number, startMs: ledger.baseMs + number }));
    while (again.length > 0) await post(url, encodeTraces(again.splice(0, 7)), token);
    await pause(4000);
    return verdict(await settle(service, ledger), { copies: 4 });
  },
};

/** A13: an invalid span among 500 valid ones. */
export const poison: Row = {
  promise: "one bad span never blocks the rest",
  async run({ seed }) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path });
    const { url, token } = service;
    const good = Array.from({ length: 500 }, (_, number) => chatSpan({ run: seed, number, startMs: Date.now() }));
    const bad = { ...chatSpan({ run: seed, number: 999, startMs: Date.now() }), spanId: "abcd" };
    const body = encodeTraces([...good.slice(0, 250), bad, ...good.slice(250)]);
    const response = await fetch(`${url}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": token },
      body,
    });
    const answer = Buffer.from(await response.arrayBuffer()).toString("latin1");
    const ledger = newLedger();
    for (const [number, { spanId }] of good.entries()) ledger.acknowledged.set(spanId, number);
    const findings = await settle(service, ledger);
    const extra = (await listed(service)).size - good.length;
    return verdict(
      findings,
      { status: response.status, partialSuccess: answer.length, extra },
      response.status === 200 && answer.length > 2 && extra === 0,
    );
  },
};
