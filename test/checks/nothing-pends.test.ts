import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerTo, openFakeJudge, plainDecide } from "../support/providers/fake-judge.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";
import { sandboxesOf } from "./support/sandboxes.ts";

interface Queue {
  readonly name: string;
  readonly state: string;
  readonly reason?: string;
}

interface Verdict {
  readonly check: string;
  readonly state: string;
  readonly reason?: string;
}

const folder = temporaryFolder();
const noSandbox = join(folder.path, "no-sandbox");
let judge: Awaited<ReturnType<typeof openFakeJudge>>;
let service: Service;

beforeAll(async () => {
  judge = await openFakeJudge();
  service = await startService({
    folder: folder.path,
    script: new URL("../lab/sandboxless-service.ts", import.meta.url).pathname,
    env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8", LAB_NO_SANDBOX: noSandbox },
  });
  await api().post("/judges", { name: "Mini", baseUrl: judge.url, model: "gpt-4.1-mini", key: "sk-judge" });
  const source = "export default ({ output }) => output.length > 0;";
  await api().post("/checks", { name: "says_something", body: { kind: "code", source } });
  await api().post("/monitors", {
    name: "All",
    condition: "",
    checks: [{ check: "toxicity" }, { check: "says_something" }],
  });
});

afterAll(async () => {
  await service.kill("SIGTERM");
  await judge[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const api = () => apiOf(service);

async function record(output: string): Promise<string> {
  const { items } = (await api().post("/datapoints", { input: "Hello", output })) as { items: { id: string }[] };
  return items[0]?.id ?? "";
}

async function verdictOf(id: string, check: string): Promise<Verdict | undefined> {
  const shown = await api()
    .get(`/datapoints/${id}`)
    .catch(() => undefined);
  return (shown as { verdicts: Verdict[] } | undefined)?.verdicts.find((verdict) => verdict.check === check);
}

async function queueOf(name: string): Promise<Queue | undefined> {
  const { items } = (await api().get("/health/queues")) as { items: readonly Queue[] };
  return items.find((queue) => queue.name === name);
}

const stalled = (queue: Queue | undefined) => queue?.state === "stalled";
const decided = (verdict: Verdict | undefined) => verdict?.state === "passed";

// docs/reliability.md measures ten seconds by hand; this test only requires that it shows.
describe("nothing pends silently", () => {
  test("a judge that is down shows on the datapoint and on the queue, with why, until it is back", async () => {
    judge.behave((_question, _request, response) => void response.writeHead(503).end("down"));
    const id = await record("Well.");
    const verdict = await eventually(
      () => verdictOf(id, "toxicity"),
      // Between two attempts; during an attempt it is running.
      (seen) => seen?.reason !== undefined && seen.state === "queued",
    );
    expect(verdict).toMatchObject({ state: "queued", reason: expect.stringContaining("answered 503") as string });
    expect(await eventually(() => queueOf("judges"), stalled)).toMatchObject({
      state: "stalled",
      reason: expect.stringMatching(/^1 judge verdict has waited for \d+ s: .*answered 503/) as string,
    });
    judge.behave((question) => answerTo(question, plainDecide));
    expect(await eventually(() => verdictOf(id, "toxicity"), decided)).toMatchObject({ state: "passed" });
  });

  test("programs whose processes are killed show on the datapoint and on the queue, with why", async () => {
    writeFileSync(noSandbox, "");
    for (const pid of sandboxesOf(service.child.pid ?? 0)) kill(pid, "SIGKILL");
    const id = await record("Well, well.");
    const verdict = await eventually(
      () => verdictOf(id, "says_something"),
      (seen) => seen?.reason !== undefined,
    );
    expect(verdict).toMatchObject({ reason: expect.stringContaining("its sandbox could not be started") as string });
    const queue = await eventually(() => queueOf("programs"), stalled);
    expect(queue).toMatchObject({ reason: expect.stringContaining("its sandbox could not be started") as string });
    rmSync(noSandbox);
    expect(await eventually(() => verdictOf(id, "says_something"), decided)).toMatchObject({ state: "passed" });
  });

  test("a line that cannot store shows on its queue, which answers all the same, and moves on afterwards", async () => {
    const store = service.clickhousePid() ?? 0;
    kill(store, "SIGSTOP");
    const id = await record("Well, well, well.");
    expect(await eventually(() => queueOf("pipeline"), stalled)).toMatchObject({ state: "stalled" });
    kill(store, "SIGCONT");
    expect(await eventually(() => verdictOf(id, "toxicity"), decided)).toMatchObject({ state: "passed" });
    expect(
      await eventually(
        () => queueOf("pipeline"),
        (seen) => seen?.state === "idle",
      ),
    ).toMatchObject({ state: "idle" });
  });
});

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
