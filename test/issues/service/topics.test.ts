import { expect, test } from "vitest";
import { z } from "zod";
import { modelArchive, startServiceWithModel, withoutArchive } from "../../support/engines/model-archive.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

const Issues = z.object({
  items: z.array(
    z.looseObject({
      number: z.int(),
      title: z.string(),
      phrases: z.array(z.string()).optional(),
      occurrences: z.int(),
      monitorId: z.string(),
    }),
  ),
});

const refusal = "I'm sorry, but I can't help with that.";
const refused = (...requests: readonly string[]) =>
  requests.map((text, order) => ({
    startedAt: new Date(Date.now() - 5000 + order).toISOString(),
    durationMs: 5,
    requestModel: "gpt-4o",
    input: [
      { role: "system", parts: [{ type: "text", text: "You are the assistant of a shop for lamps." }] },
      { role: "user", parts: [{ type: "text", text }] },
    ],
    output: [{ role: "assistant", parts: [{ type: "text", text: refusal }] }],
  }));

const issuesOf = async (service: Service) => {
  const { items } = Issues.parse(await apiOf(service).get("/issues?kind=behavior&sort=number"));
  return items.toSorted((one, other) => one.number - other.number);
};
const untilFound = (service: Service, occurrences: number) =>
  eventually(
    () => issuesOf(service),
    (issues) => issues.reduce((sum, issue) => sum + issue.occurrences, 0) === occurrences,
  );

test("without the model, refusals are one issue for each topic, which monitors can change and people can merge", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const { post, patch } = apiOf(service);
  await post("/datapoints", refused("When does the delivery arrive?", "the delivery has not arrived"));
  await untilFound(service, 2);
  await post("/datapoints", refused("Which dose of ibuprofen is safe?", "Is ibuprofen safe for children?"));
  await post("/datapoints", refused("Has the delivery arrived?"));
  const issues = await untilFound(service, 5);
  expect(issues).toMatchObject([
    { title: expect.stringMatching(/^Model refusal in Refusals: .*delivery/), occurrences: 3 },
    { title: expect.stringMatching(/^Model refusal in Refusals: .*ibuprofen/), occurrences: 2 },
  ]);
  const [delivery, medicine] = issues;
  expect(delivery?.phrases?.join(" ")).toContain("delivery");
  const markdown = await fetch(`${service.url}/api/v1/issues/${delivery?.number}?as=markdown`, {
    headers: { "api-key": service.token },
  });
  expect(await markdown.text()).toMatch(/^Topic: .*delivery/m);

  // Merged by hand, later findings of both topics count for the head, which keeps its topic.
  await post(`/issues/${delivery?.number}/merge`, { issues: [`${medicine?.number}`] });
  await post("/datapoints", refused("How much ibuprofen is safe?"));
  expect(await untilFound(service, 6)).toMatchObject([{ title: expect.stringContaining("delivery"), occurrences: 6 }]);

  await patch(`/monitors/${delivery?.monitorId}`, { grouping: { topics: false } });
  await post("/datapoints", refused("Tell me about the weather in Lisbon"));
  expect((await untilFound(service, 7)).at(-1)).toMatchObject({ title: "Model refusal in Refusals", occurrences: 1 });
});

test.skipIf(modelArchive === undefined)(
  `with the model, other words for the same topic are the same issue${withoutArchive}`,
  async () => {
    using folder = temporaryFolder();
    await using service = await startServiceWithModel(folder.path);
    const { post, get } = apiOf(service);
    // Loads the model, so that the findings do not arrive before it.
    await eventually(
      () => get("/datapoints/similar?text=hello").catch(() => undefined),
      (answer) => answer !== undefined,
    );
    await post("/datapoints", refused("Where is my parcel?"));
    await untilFound(service, 1);
    await post("/datapoints", refused("Where is my package?", "Can you tell me where my package is?"));
    await post("/datapoints", refused("What medicine helps against a headache?"));
    expect(await untilFound(service, 4)).toMatchObject([{ occurrences: 3 }, { occurrences: 1 }]);
  },
);
