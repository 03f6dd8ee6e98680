import { expect, test } from "vitest";
import { startApi } from "../support/service/api.ts";

const rows = [{ input: "a", result: "A" }, { input: "b" }];
const path = "/api/v1/scenario-sets";

test("the same rows under the same name are the set that exists; other rows need update, and make its next version", async () => {
  await using api = await startApi();
  const make = (body: object) => api.ask("POST", path, { body: { name: "Orders", seedData: rows, ...body } });
  const first = await make({});
  expect(first).toMatchObject({ status: 201, body: { version: 1, rows: 2 } });
  const id = { id: (first.body as { id: string }).id };
  expect(await make({})).toMatchObject({ status: 200, body: { ...id, version: 1 } });
  expect(await make({ update: true })).toMatchObject({ status: 200, body: { ...id, version: 1 } });

  const changed = { seedData: [rows[0], { input: "b", result: "B" }] };
  expect(await make(changed)).toMatchObject({
    status: 409,
    body: { field: "name", detail: expect.stringContaining("update: true") as string },
  });
  expect(await make({ ...changed, update: true })).toMatchObject({ status: 201, body: { ...id, version: 2 } });
  expect(await make({ seedData: rows.slice(0, 1) })).toMatchObject({ status: 409 });
  // The version that ran before is still there.
  expect((await api.ask("GET", `${path}/Orders/rows?version=1`)).body).toMatchObject({
    items: [{ result: "A" }, { result: null }],
  });

  const content = rows.map((row) => JSON.stringify(row)).join("\n");
  const upload = (body: object) => api.ask("POST", `${path}/upload`, { body: { name: "Orders", content, ...body } });
  expect(await upload({})).toMatchObject({ status: 409 });
  expect(await upload({ update: true })).toMatchObject({ status: 201, body: { ...id, version: 3 } });
  expect(await upload({})).toMatchObject({ status: 200, body: { ...id, version: 3 } });
});
