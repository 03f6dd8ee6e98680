import { expect, test } from "vitest";
import { z } from "zod";
import { modelArchive, startServiceWithModel, withoutArchive } from "../support/engines/model-archive.ts";
import { temporaryFolder } from "../support/service/folder.ts";

const Found = z.object({
  items: z.array(z.object({ similarity: z.number(), datapoint: z.object({ inputPreview: z.string() }).loose() })),
  compared: z.number(),
  texts: z.number(),
});
const List = z.object({ items: z.array(z.unknown()) });
const inputs = [
  "I want my money back for the broken lamp",
  "Please reverse the charge on my card",
  "How do I cook risotto without wine?",
  "What is the capital of Portugal?",
  "My parcel has not arrived yet",
  "My parcel has not arrived yet",
];

test.skipIf(modelArchive === undefined)(`calls are found by what they are about${withoutArchive}`, async () => {
  using folder = temporaryFolder();
  await using service = await startServiceWithModel(folder.path);
  const headers = { "api-key": service.token, "content-type": "application/json" };
  const request = (path: string, init: RequestInit = {}) => fetch(`${service.url}/api/v1${path}`, { ...init, headers });
  const body = JSON.stringify(inputs.map((input) => ({ requestModel: "gpt-4o", input, output: "All right." })));
  expect((await request("/datapoints", { method: "POST", body })).status).toBe(202);
  const stored = async () => List.parse(await (await request("/datapoints")).json()).items;
  await expect.poll(stored, { timeout: 30_000 }).toHaveLength(inputs.length);

  const response = await request("/datapoints/similar?text=asks+for+a+refund");
  const { items, compared, texts } = Found.parse(await response.json());
  expect({ compared, texts }).toEqual({ compared: 6, texts: 5 });
  const first = items.slice(0, 2).map(({ datapoint }) => datapoint.inputPreview);
  expect(new Set(first)).toEqual(new Set(inputs.slice(0, 2)));
  const similarities = items.map(({ similarity }) => similarity);
  expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));

  const filter = new URLSearchParams({ text: "late delivery", limit: "1", q: "-parcel" });
  const filtered = await request(`/datapoints/similar?${filter.toString()}`);
  expect(Found.parse(await filtered.json())).toMatchObject({ compared: 4, items: [{}] });
});
