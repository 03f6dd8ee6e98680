/**
 * Measures a run of 1,000 rows × 10 checks whose calls the service makes, against a provider on loopback that
 * responds after 20 ms: wall time, and what a row costs beyond the provider's own time. Prints one line of
 * JSON.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { TestRun } from "../src/testing/contract/test-run.ts";
import { completion, lastMessageIn } from "../test/support/providers/chat-provider.ts";
import { openFakeProvider } from "../test/support/providers/fake-provider.ts";
import { temporaryFolder } from "../test/support/service/folder.ts";
import { startService } from "../test/support/service/service.ts";
import { apiOf } from "../test/support/service/service-api.ts";

const rows = Number(process.argv[2] ?? 1000);
const concurrency = 8;
const providerMs = 20;
const checks = [
  "is_json",
  "contains_json",
  "contains_none",
  "contains_any",
  "levenshtein_distance",
  "exact_match",
  "compression_ratio",
  "model_refusal",
  "contains_reference",
  "contains_all",
];

using folder = temporaryFolder();
await using provider = await openFakeProvider();
provider.answerWith((seen, response) => {
  setTimeout(
    () => response.writeHead(200).end(completion({ content: `Answer to ${lastMessageIn(seen)}` })),
    providerMs,
  );
});
await using service = await startService({ folder: folder.path, env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } });
const { get, post } = apiOf(service);
await post("/upstreams", { id: "fake", baseUrl: provider.url, auth: "none" });
const seedData = Array.from({ length: rows }, (_, index) => ({
  input: `Question ${index}`,
  result: `Answer ${index}`,
}));
await post("/scenario-sets", { name: "Bench", seedData });
await post("/models", { name: "Bench", definition: { type: "generation", model: "fake/small" } });

const from = performance.now();
let run = TestRun.parse(
  await post("/test-runs", {
    name: "Bench",
    scenarioId: "Bench",
    modelId: "Bench",
    checks,
    concurrency,
  }),
);
let responseMs = 0;
while (run.state === "running" || run.state === "evaluating") {
  await sleep(100);
  run = TestRun.parse(await get(`/test-runs/${run.id}`));
  if (responseMs === 0 && run.progress.done === rows) responseMs = performance.now() - from;
}
const wallMs = performance.now() - from;
const idealMs = (rows * providerMs) / concurrency;
const round = (value: number) => Math.round(value * 100) / 100;
console.log(
  JSON.stringify({
    rows,
    checks: run.checks.length,
    state: run.state,
    calls: provider.seen.length,
    wallMs: Math.round(wallMs),
    responseMs: Math.round(responseMs),
    providerAloneMs: idealMs,
    overheadPerRowMs: round((responseMs - idealMs) / rows),
    wallPerRowMs: round(wallMs / rows),
  }),
);
