/**
 * Measures a run of 200 rows whose model is code of the user, which calls a provider on loopback that responds after
 * 100 ms, 32 calls concurrently: wall time of the SDK, and what remains after the last response. Prints one line of
 * JSON.
 */

import { Gaffe } from "../sdk/typescript/src/index.ts";
import { completion, lastMessageIn } from "../test/support/providers/chat-provider.ts";
import { openFakeProvider } from "../test/support/providers/fake-provider.ts";
import { temporaryFolder } from "../test/support/service/folder.ts";
import { startService } from "../test/support/service/service.ts";

const rows = Number(process.argv[2] ?? 200);
const concurrency = Number(process.argv[3] ?? 32);
const providerMs = Number(process.argv[4] ?? 100);

using folder = temporaryFolder();
await using provider = await openFakeProvider();
provider.answerWith((seen, response) => {
  setTimeout(
    () => response.writeHead(200).end(completion({ content: `Answer to ${lastMessageIn(seen)}` })),
    providerMs,
  );
});
await using service = await startService({ folder: folder.path });
const gaffe = new Gaffe({ apiKey: service.token, baseUrl: service.url });
const seedData = Array.from({ length: rows }, (_, index) => ({
  input: `Question ${index}`,
  result: `Answer ${index}`,
}));
const scenario = await gaffe.createScenarioSet({ name: "Bench", seedData });
let lastAt = 0;
const invoke = async (input: string) => {
  const response = await fetch(`${provider.url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: input }] }),
  });
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  lastAt = performance.now();
  return { modelPrediction: choices[0]?.message.content ?? "" };
};
const model = await gaffe.registerModel({ name: "Bench", model: { type: "custom", invoke } });
const round = (ms: number) => Math.round(ms);
for (let nth = 0; nth < 4; nth++) {
  const from = performance.now();
  const run = await model.runTest({
    name: `Bench ${nth}`,
    scenario,
    checks: ["contains_reference", "is_json"],
    concurrency,
  });
  const end = performance.now();
  console.log(
    JSON.stringify({
      nth,
      state: run.state,
      wallMs: round(end - from),
      untilLastResponseMs: round(lastAt - from),
      afterLastResponseMs: round(end - lastAt),
      idealMs: Math.ceil(rows / concurrency) * providerMs,
    }),
  );
}
