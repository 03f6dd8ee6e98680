import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { failedSpan } from "../../lab/spans.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually, storeSpans } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: folder.path });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const base = Date.now() - 20_000;

async function send(model: string, ...numbers: readonly number[]) {
  const spans = numbers.map((number) => {
    const span = failedSpan({ run: 5, number, startMs: base + number * 10 });
    const attributes = new Map([...span.attributes, ["gen_ai.request.model", model] as const]);
    return { ...span, attributes };
  });
  await storeSpans(service, spans);
}

const Issues = z.object({
  items: z.array(
    z.looseObject({
      number: z.number(),
      title: z.string(),
      state: z.string(),
      occurrences: z.number(),
      monitorId: z.string(),
    }),
  ),
});
const issues = async () => Issues.parse(await apiOf(service).get("/issues?sort=number")).items;
const counts = async () =>
  (await issues()).map(({ title, state, occurrences }) => `${title}: ${occurrences}, ${state}`).toSorted();
const Detail = z.looseObject({
  title: z.string(),
  subtitle: z.string().optional(),
  facets: z.array(z.looseObject({ field: z.string(), value: z.string(), count: z.number() })),
  activity: z.array(z.looseObject({ kind: z.string(), note: z.string().optional() })),
});
const detail = async (number: number) => Detail.parse(await apiOf(service).get(`/issues/${number}`));

test("an issue shows its models; always grouped by model, earlier findings follow and later ones too", async () => {
  await send("gpt-4o", 1, 2, 3);
  await send("gpt-5", 4, 5);
  const [issue] = await eventually(issues, ([one]) => one?.occurrences === 5);
  expect(await counts()).toEqual(["Rate limited by OpenAI: 5, open"]);
  const before = await detail(issue?.number ?? 0);
  expect(before.subtitle).toMatch(/^lab · Rate limit reached for gpt-4o/);
  expect(before.facets.filter(({ field }) => field === "model")).toMatchObject([
    { value: "gpt-4o", count: 3 },
    { value: "gpt-5", count: 2 },
  ]);

  await apiOf(service).post(`/issues/${issue?.number}/group-by`, { by: ["model"] });
  const moved = [
    "Rate limited by OpenAI (gpt-4o): 3, open",
    "Rate limited by OpenAI (gpt-5): 2, open",
    "Rate limited by OpenAI: 0, resolved",
  ];
  expect(await eventually(counts, (seen) => seen.length === 3)).toEqual(moved);
  // Repeating it changes nothing.
  await apiOf(service).post(`/issues/${issue?.number}/group-by`, { by: ["model"] });
  expect(await counts()).toEqual(moved);
  const after = await detail(issue?.number ?? 0);
  expect(after.activity.at(-1)).toMatchObject({
    kind: "split",
    note: expect.stringMatching(/^grouped by model into #\d+, #\d+$/),
  });

  await send("gpt-5", 6);
  await send("o4-mini", 7);
  const all = [
    moved[0],
    "Rate limited by OpenAI (gpt-5): 3, open",
    "Rate limited by OpenAI (o4-mini): 1, open",
    moved[2],
  ];
  expect(await eventually(counts, (seen) => seen.length === 4 && seen[1]?.includes(": 3") === true)).toEqual(all);
});
