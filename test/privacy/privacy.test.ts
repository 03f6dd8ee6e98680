import { describe, expect, test } from "vitest";
import { defaultRules } from "../../src/datapoints/text/redaction.ts";
import { nothingDeleted } from "../../src/privacy/deletion.ts";
import { startApi } from "../support/service/api.ts";

const ownRules = {
  kinds: ["email_address"],
  patterns: [{ name: "ward", pattern: "WARD-[A-Z]{6}" }],
  content: "stored",
};

describe("privacy", () => {
  test("a project uses the service's rules until it has its own, and again after null", async () => {
    let changes = 0;
    await using service = await startApi({ privacyChanged: () => Promise.resolve(void changes++) });
    const defaults = { rules: defaultRules, rulesAreOwn: false, retentionDays: 90, maxRetentionDays: 90 };
    expect((await service.ask("GET", "/api/v1/privacy")).body).toEqual(defaults);
    const set = await service.ask("PATCH", "/api/v1/privacy", { body: { rules: ownRules, retentionDays: 30 } });
    const own = { rules: ownRules, rulesAreOwn: true, retentionDays: 30, maxRetentionDays: 90 };
    expect([set.status, set.body]).toEqual([200, own]);
    const half = await service.ask("PATCH", "/api/v1/privacy", { body: { retentionDays: null } });
    expect(half.body).toEqual({ ...own, retentionDays: 90 });
    expect((await service.ask("PATCH", "/api/v1/privacy", { body: { rules: null } })).body).toEqual(defaults);
    expect(changes).toBe(3);
  });

  test.each([
    ["longer than the service keeps", { retentionDays: 91 }, "retentionDays"],
    ["no day", { retentionDays: 0 }, "retentionDays"],
    ["an unknown kind", { rules: { ...ownRules, kinds: ["names"] } }, "rules.kinds.0"],
    ["look-behind", { rules: { ...ownRules, patterns: [{ name: "a", pattern: "(?<=x)y" }] } }, "rules.patterns.0"],
    [
      "two of a name",
      { rules: { ...ownRules, patterns: [...ownRules.patterns, ...ownRules.patterns] } },
      "rules.patterns",
    ],
    ["a misspelt field", { rule: ownRules }, "body"],
  ])("%s is refused and changes nothing", async (_, body, field) => {
    await using service = await startApi({ privacyChanged: () => Promise.reject(new Error("nothing changed")) });
    const answer = await service.ask("PATCH", "/api/v1/privacy", { body });
    expect([answer.status, answer.body.field]).toEqual([400, field]);
    expect((await service.ask("GET", "/api/v1/privacy")).body).toMatchObject({ rulesAreOwn: false, retentionDays: 90 });
  });

  test("rules can be tried on a text before they are set, and only an admin sets them", async () => {
    await using service = await startApi();
    const token = await service.tokenWith(["read", "write"]);
    const text = "Ann (ann@example.org) lies in WARD-ABCDEF, Bob in WARD-GHIJKL.";
    const tried = await service.ask("POST", "/api/v1/privacy/try", { token, body: { text, rules: ownRules } });
    expect(tried.body).toEqual({
      text: "Ann ([redacted:email_address]) lies in [redacted:ward], Bob in [redacted:ward].",
      found: expect.arrayContaining([
        { type: "email_address", count: 1 },
        { type: "ward", count: 2 },
      ]),
    });
    const own = await service.ask("POST", "/api/v1/privacy/try", { token, body: { text } });
    expect(own.body).toEqual({ text, found: [] });
    expect((await service.ask("PATCH", "/api/v1/privacy", { token, body: { rules: null } })).status).toBe(403);
  });
});

describe("deletions", () => {
  test("a request is accepted, reported to the worker and listed, and its value is hidden once it is done", async () => {
    let changes = 0;
    await using service = await startApi({ deletionsChanged: () => void changes++ });
    const response = await service.ask("POST", "/api/v1/deletions", { body: { kind: "user", value: "ann" } });
    expect(response).toMatchObject({ status: 202, body: { kind: "user", value: "ann", state: "queued" } });
    expect(response.body.deleted).toEqual(nothingDeleted);
    expect(changes).toBe(1);
    const path = `/api/v1/deletions/${response.body.id}`;
    const claimed = await service.records.deletions.claim(Infinity, Date.now());
    if (!claimed) throw new Error("not stored");
    const counts = { ...nothingDeleted, datapoints: 3 };
    await service.records.deletions.save({ ...claimed.deletion, state: "done", counts }, claimed.epoch);
    const done = (await service.ask("GET", path)).body;
    expect(done).toMatchObject({ state: "done", deleted: { datapoints: 3 } });
    expect("value" in done).toBe(false);
    expect((await service.ask("GET", "/api/v1/deletions")).body.items).toEqual([done]);
    expect((await service.ask("GET", "/api/v1/deletions/none")).status).toBe(404);
  });

  test.each([
    [{ kind: "project", value: "Globl" }, 400, "value"],
    [{ kind: "user", value: "" }, 400, "value"],
    [{ kind: "everything", value: "x" }, 400, "kind"],
    [{ kind: "user", value: "ann", more: true }, 400, "body"],
  ])("%j is refused", async (body, status, field) => {
    await using service = await startApi();
    const answer = await service.ask("POST", "/api/v1/deletions", { body });
    expect([answer.status, answer.body.field]).toEqual([status, field]);
    expect((await service.ask("GET", "/api/v1/deletions")).body.items).toEqual([]);
  });

  test("the project's own name deletes all its data, and only an admin may", async () => {
    await using service = await startApi();
    const body = { kind: "project", value: "Global" };
    const token = await service.tokenWith(["write", "read", "ingest"]);
    expect((await service.ask("POST", "/api/v1/deletions", { token, body })).status).toBe(403);
    expect((await service.ask("POST", "/api/v1/deletions", { body })).status).toBe(202);
  });
});
