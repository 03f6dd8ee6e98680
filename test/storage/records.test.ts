import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordsLocation } from "../../src/app/records/open.ts";
import { requireQuery } from "../../src/datapoints/query/index.ts";
import type { Issue } from "../../src/issues/issue.ts";
import { decideMerge, decideRequest, decideSplit } from "../../src/issues/issue-requests.ts";
import type { FindingReader } from "../../src/issues/ports/findings.ts";
import { issueFields } from "../../src/issues/query/issue-fields.ts";
import {
  asAccountId,
  asDatapointId,
  asProjectId,
  asScenarioSetId,
  firstAccount,
  globalProject,
} from "../../src/platform/ids.ts";
import type { Token } from "../../src/server/access.ts";
import { aFinding, aMonitor, noon } from "../support/data/examples.ts";
import { countOf, raisingInto } from "../support/data/raising.ts";
import { addBareProject } from "../support/engines/bare-project.ts";
import { openTestRecords, type TestRecords } from "../support/engines/open-records.ts";
import { type Postgres, postgresPrograms, startPostgres } from "../support/engines/postgres.ts";
import { testBox } from "../support/engines/sealed-box.ts";

const folder = mkdtempSync(join(tmpdir(), "gaffe-records-"));
let files = 0;
let postgres: Postgres | undefined;

const backends = [
  {
    name: "SQLite",
    // One process per folder, so no other has the file open.
    severalProcesses: false,
    absent: "",
    place: (): RecordsLocation => ({ kind: "sqlite", file: join(folder, `${++files}.sqlite`) }),
  },
  {
    name: "PostgreSQL",
    severalProcesses: true,
    absent: "absent" in postgresPrograms ? ` (skipped: ${postgresPrograms.absent})` : "",
    place: (): RecordsLocation => ({ kind: "postgres", url: postgres?.newDatabase() ?? "" }),
  },
];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const other = asProjectId("other");
const aToken = (changes: Partial<Token> = {}): Token => ({
  id: "token_1",
  accountId: firstAccount,
  projectId: globalProject,
  name: "ci",
  hint: "gaffe_abcd",
  scopes: ["ingest", "read"],
  createdAt: noon,
  ...changes,
});

for (const { name, severalProcesses, absent, place } of backends) {
  describe.skipIf(absent !== "")(`records on ${name}${absent}`, () => {
    beforeAll(async () => {
      if (name === "PostgreSQL") postgres = await startPostgres();
    });
    afterAll(async () => {
      if (name === "PostgreSQL") await postgres?.[Symbol.asyncDispose]();
    });

    async function open(at = place()): Promise<TestRecords> {
      const records = await openTestRecords(at, { box: testBox });
      const facts = { accountId: firstAccount, createdAt: noon };
      await addBareProject(records, { id: globalProject, name: "Global", ...facts });
      await addBareProject(records, { id: other, name: "Other", language: "python", ...facts });
      return records;
    }

    test("replicas share which are alive, and rejected requests: the newest first, equal ones merged", async () => {
      await using records = await open();
      const { replicas, rejectedRequests } = records;
      const alive = (who: string, at: number) => replicas.beat(who, noon + at, 30_000);
      expect([await alive("a", 0), await alive("b", 10_000), await alive("a", 20_000)]).toEqual([1, 2, 2]);
      expect(await alive("a", 60_000)).toBe(1);
      const request = { at: noon, count: 2, route: "POST /v1/traces", status: 401, reason: "no such token" };
      const later = { ...request, at: noon + 5, status: 403, tokenHint: "gaffe_abcd" };
      const limits = { atMost: 2, since: noon - 1000 };
      const ofGlobal = [later, { ...request, status: 400, at: noon - 1 }];
      await rejectedRequests.add(new Map([[globalProject, ofGlobal]]), limits);
      await rejectedRequests.add(new Map([[undefined, [request]]]), limits);
      await rejectedRequests.add(new Map([[globalProject, [{ ...later, at: noon + 1 }, request]]]), limits);
      expect(await rejectedRequests.list(globalProject)).toEqual([{ ...later, count: 4 }, request]);
      expect(await rejectedRequests.list(undefined)).toEqual([request]);
      await rejectedRequests.add(new Map(), { atMost: 2, since: noon + 1 });
      expect(await rejectedRequests.list(globalProject)).toHaveLength(1);
      expect(await rejectedRequests.list(undefined)).toEqual([]);
    });

    test("opening twice migrates once and retains everything", async () => {
      const at = place();
      const first = await open(at);
      await first.monitors.add(aMonitor());
      await first.close();
      await using second = await openTestRecords(at, { box: testBox });
      expect(await second.monitors.list(globalProject)).toEqual([aMonitor()]);
      await second.ping();
    });

    test.runIf(severalProcesses)("two processes that open concurrently agree on the tables", async () => {
      const at = place();
      const both = await Promise.all([openTestRecords(at, { box: testBox }), openTestRecords(at, { box: testBox })]);
      await Promise.all(both.map((records) => records.ping()));
      await Promise.all(both.map((records) => records.close()));
    });

    test("a project's name is taken once per account, and its monitors come with it", async () => {
      await using records = await open();
      const again = { id: asProjectId("p3"), accountId: firstAccount, name: "Global", createdAt: noon };
      expect(await records.projects.add(again)).toBe(false);
      expect(await records.monitors.list(again.id)).toEqual([]);
      const elsewhere = { ...again, accountId: asAccountId("account_2") };
      expect(await records.projects.add(elsewhere)).toBe(true);
      expect((await records.monitors.list(again.id)).map(({ name }) => name)).toContain("Errors");
      expect((await records.projects.list(firstAccount)).map((project) => project.name)).toEqual(["Global", "Other"]);
      expect(await records.projects.get(other)).toMatchObject({ language: "python" });
    });

    test("a token is found by its digest, used, revoked once and only by its account", async () => {
      await using records = await open();
      expect(await records.tokens.add(aToken({ expiresAt: noon + 5 }), "digest")).toBe(true);
      expect(await records.tokens.add(aToken({ id: "token_2" }), "digest")).toBe(false);
      await records.tokens.touch("token_1", noon + 2);
      await records.tokens.touch("token_1", noon + 1);
      expect(await records.tokens.find("digest")).toEqual(aToken({ expiresAt: noon + 5, lastUsedAt: noon + 2 }));
      expect(await records.tokens.revoke(asAccountId("account_2"), "token_1", noon)).toBe(false);
      expect(await records.tokens.revoke(firstAccount, "token_1", noon + 3)).toBe(true);
      expect(await records.tokens.revoke(firstAccount, "token_1", noon + 9)).toBe(true);
      expect(await records.tokens.list(firstAccount)).toMatchObject([{ revokedAt: noon + 3 }]);
      expect(await records.tokens.find("nothing' OR '1'='1")).toBeUndefined();
    });

    test("an upstream's id is taken once per project, and its settings are the project's own", async () => {
      await using records = await open();
      const azure = {
        id: "azure",
        baseUrl: "https://mine.openai.azure.com/openai/v1",
        auth: { kind: "header", header: "api-key" },
      } as const;
      const local = { id: "a-local", baseUrl: "http://127.0.0.1:11434/v1", auth: { kind: "none" } } as const;
      expect(await records.upstreams.add(globalProject, azure)).toBe(true);
      expect(await records.upstreams.add(globalProject, { ...azure, baseUrl: "https://x" })).toBe(false);
      expect(await records.upstreams.add(globalProject, local)).toBe(true);
      expect(await records.upstreams.list(globalProject)).toEqual([local, azure]);
      expect(await records.upstreams.list(other)).toEqual([]);
      const native = { ...azure, dialect: "bedrock", streamUsage: true } as const;
      expect(await records.upstreams.replace(globalProject, native)).toBe(true);
      expect(await records.upstreams.list(globalProject)).toEqual([local, native]);
      expect(await records.upstreams.replace(other, local)).toBe(false);
      expect(await records.upstreams.remove(other, "azure")).toBe(false);
      const bearer = { ...azure, auth: { kind: "bearer" } } as const;
      expect(await records.upstreams.replace(globalProject, bearer)).toBe(true);
      expect(await records.upstreams.remove(globalProject, "a-local")).toBe(true);
      expect(await records.upstreams.list(globalProject)).toEqual([bearer]);

      expect(await records.proxyChoices.get(globalProject)).toEqual({});
      const chosen = { defaultUpstream: "azure", strict: true, includeUsage: false };
      await records.proxyChoices.set(globalProject, chosen);
      expect(await records.proxyChoices.get(globalProject)).toEqual(chosen);
      await records.proxyChoices.set(globalProject, { includeUsage: true });
      expect(await records.proxyChoices.get(globalProject)).toEqual({ strict: false, includeUsage: true });
      expect(await records.proxyChoices.get(other)).toEqual({});
    });

    test("of two changes to one revision of a monitor, the second is refused", async () => {
      await using records = await open();
      const monitor = aMonitor({ description: "all refunds", sampleRate: 0.25 });
      await records.monitors.add(monitor);
      expect(await records.monitors.replace({ ...monitor, enabled: false, revision: 2 })).toBe(true);
      expect(await records.monitors.replace({ ...monitor, name: "x", revision: 2 })).toBe(false);
      expect(await records.monitors.get(globalProject, monitor.id)).toEqual({
        ...monitor,
        enabled: false,
        revision: 2,
      });
      expect(await records.monitors.get(other, monitor.id)).toBeUndefined();
      expect(await records.monitors.remove(other, monitor.id)).toBe(false);
      expect(await records.monitors.remove(globalProject, monitor.id)).toBe(true);
    });

    test("findings open numbered issues, repetitions report nothing, and each project is counted separately", async () => {
      await using records = await open();
      let clock = noon + 10;
      const raise = raisingInto(records, { now: () => clock++ });
      const batch = [
        aFinding(),
        aFinding({ fingerprint: ["b"], title: "100% wrong_answer" }),
        aFinding({ projectId: other }),
      ];
      expect((await raise(batch)).map(({ kind, issue }) => [kind, issue.projectId, issue.number])).toEqual([
        ["opened", "global", 1],
        ["opened", "global", 2],
        ["opened", "other", 1],
      ]);
      const before = await records.issues.list(globalProject, {}, { limit: 10 });
      expect(await raise(batch)).toEqual([]);
      expect(await records.issues.list(globalProject, {}, { limit: 10 })).toEqual(before);
      expect(await raise([aFinding({ fingerprint: ["c"] })])).toMatchObject([{ issue: { number: 3 } }]);
    });

    test("a resolved issue regresses once, and its history shows it", async () => {
      await using records = await open();
      const raise = raisingInto(records, { now: () => noon + 10_000 });
      const [opened] = await raise([aFinding()]);
      const issue = opened?.issue;
      if (!issue) throw new Error("not opened");
      await records.issues.change(globalProject, [issue.id], (known) =>
        [...known.values()].map((found) => ({
          kind: "resolved",
          issue: { ...found, state: "resolved", stateSince: noon + 50 },
          actor: "token:ann",
          at: noon + 50,
          note: "fixed",
        })),
      );
      const again = [aFinding({ at: noon + 100 })];
      expect(await raise(again)).toMatchObject([{ kind: "regressed", issue: { state: "open", regressed: true } }]);
      expect(await raise(again)).toEqual([]);
      const activity = await records.issues.activity(globalProject, issue.id);
      expect(activity.map(({ kind }) => kind).sort()).toEqual(["opened", "regressed", "resolved"]);
      expect(activity).toContainEqual({ kind: "resolved", actor: "token:ann", at: noon + 50, note: "fixed" });
      expect(await records.issues.activity(other, issue.id)).toEqual([]);
      expect(await records.issues.get(other, issue.id)).toBeUndefined();
      expect(await records.issues.get(globalProject, 1)).toMatchObject({ id: issue.id });
    });

    test("a finding that was taken back before its issue was opened opens none and brings none back", async () => {
      await using records = await open();
      let stored = 0;
      const counts: FindingReader["counts"] = async (_, groups) =>
        new Map(groups.map(({ id }) => [id, countOf(stored)]));
      const raise = raisingInto(records, { now: () => noon, counts });
      const finding = aFinding();
      expect(await raise([finding])).toEqual([]);
      expect(await records.issues.get(globalProject, finding.issueId)).toBeUndefined();
      stored = 1;
      expect(await raise([finding])).toMatchObject([{ kind: "opened", issue: { number: 1 } }]);
      stored = 0;
      expect(await raise([], [finding])).toMatchObject([{ kind: "corrected" }]);
      expect(await raise([finding])).toEqual([]);
      expect(await records.issues.get(globalProject, finding.issueId)).toMatchObject({ state: "resolved" });
    });

    test("a finding that is taken back while its issue is opened leaves a corrected issue", async () => {
      await using records = await open();
      const left = [1, 0];
      const counts: FindingReader["counts"] = async (_, [group]) =>
        new Map(group ? [[group.id, countOf(left.shift() ?? 0)]] : []);
      const finding = aFinding();
      const changes = await raisingInto(records, { now: () => noon, counts })([finding]);
      expect(changes.map(({ kind }) => kind)).toEqual(["opened", "corrected"]);
      expect(await records.issues.get(globalProject, finding.issueId)).toMatchObject({ state: "resolved" });
    });

    test("concurrent pipelines that raise the same findings open each issue once", async () => {
      const at = place();
      const replicas = [await open(at), ...(severalProcesses ? [await openTestRecords(at, { box: testBox })] : [])];
      const batch = Array.from({ length: 5 }, (_, index) => aFinding({ fingerprint: [`${index}`] }));
      const recorded = await Promise.all(
        replicas.flatMap(({ issues }) => [1, 2, 3].map(() => raisingInto({ issues }, { now: () => noon })(batch))),
      );
      expect(
        recorded
          .flat()
          .map(({ issue }) => issue.number)
          .sort((left, right) => left - right),
      ).toEqual([1, 2, 3, 4, 5]);
      await Promise.all(replicas.map((records) => records.close()));
    });

    test("issues are listed newest first, page by page, filtered by state, kind and text", async () => {
      await using records = await open();
      const raise = raisingInto(records, { now: () => noon });
      await raise(
        Array.from({ length: 7 }, (_, index) =>
          aFinding({ fingerprint: [`${index}`], at: noon + Math.floor(index / 2), title: `Number ${index} of 100%` }),
        ),
      );
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await records.issues.list(globalProject, {}, { limit: 3, ...(cursor ? { cursor } : {}) });
        seen.push(...page.items.map(({ number }) => number));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(seen).toHaveLength(7);
      expect(new Set(seen).size).toBe(7);
      const count = async (filter: Parameters<typeof records.issues.list>[1]) =>
        (await records.issues.list(globalProject, filter, { limit: 50 })).items.length;
      expect(await count({ states: ["resolved"] })).toBe(0);
      expect(await count({ kinds: ["behavior"] })).toBe(7);
      const byNumber = await records.issues.list(globalProject, { sort: "number" }, { limit: 3 });
      const after = { limit: 3, cursor: byNumber.nextCursor ?? "" };
      const further = await records.issues.list(globalProject, { sort: "number" }, after);
      expect([...byNumber.items, ...further.items].map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2]);
      await expect(records.issues.list(globalProject, {}, { limit: 3, cursor: "x" })).rejects.toThrow(/cursor/);
    });

    test.each([
      ["", [1, 2, 3]],
      ["100%", [1, 2, 3]],
      ["100_", []],
      ["NUMBER severity:critical", [1]],
      ["severity:critical OR kind:error", [1, 2]],
      ["severity:(critical OR minor)", [1, 3]],
      ["-severity:critical", [2, 3]],
      ["NOT (severity:critical OR is:resolved)", [2]],
      ["-error.type:timeout", [1, 3]],
      ["error.type:!=timeout", [1, 3]],
      ["is:mine", [2]],
      ["is:unassigned", [1, 3]],
      ["has:assignee -is:mine", []],
      ["assignee:ann is:open", [2]],
      ["is:resolved OR (is:open check:MODEL_refusal)", [1, 2, 3]],
      ["check:=MODEL_refusal", []],
      ["check:model_*", [1, 2, 3]],
      ["title:'' OR number:>2", [3]],
      ["number:1..2", [1, 2]],
      ["release:1.2", [1]],
      ["-release:1.2", [2, 3]],
      ["last:2026-06-01", [1, 2, 3]],
      ["first:>2026-06-01", []],
      ["first:<=2026-06-01", [1, 2, 3]],
      ["is:regressed OR is:spiking", []],
    ])("of three issues %j finds %j", async (text, numbers) => {
      await using records = await open();
      const raise = raisingInto(records, { now: () => noon });
      const common = { title: "A number of 100%" };
      await raise([
        aFinding({ ...common, fingerprint: ["1"], severity: "critical", release: "1.2" }),
        aFinding({ ...common, fingerprint: ["2"], kind: "error", errorType: "timeout" }),
        aFinding({ ...common, fingerprint: ["3"], severity: "minor" }),
      ]);
      const requestedChanges = { 2: { assignee: "ann" }, 3: { state: "resolved" } } as const;
      for (const [number, request] of Object.entries(requestedChanges)) {
        const issue = await records.issues.get(globalProject, Number(number));
        if (!issue) throw new Error("no issue");
        await records.issues.change(globalProject, [issue.id], () => {
          const decided = decideRequest(issue, request, { actor: "ann", at: noon });
          return "changes" in decided ? decided.changes : [];
        });
      }
      const query = requireQuery(text, { now: noon, fields: issueFields });
      const { items } = await records.issues.list(globalProject, { query, me: "ann" }, { limit: 50 });
      expect(items.map(({ number }) => number).toSorted((left, right) => left - right)).toEqual(numbers);
    });

    test("a regular expression over issues is refused, not left out", async () => {
      await using records = await open();
      const query = requireQuery("title:~a.b", { now: noon, fields: issueFields });
      await expect(records.issues.list(globalProject, { query }, { limit: 5 })).rejects.toThrow(/title/);
    });

    test("merged issues are one: listed once, found by any number, raised together, and taken apart again", async () => {
      await using records = await open();
      const raise = raisingInto(records, { now: () => noon });
      const [one, other] = [aFinding({ fingerprint: ["a"] }), aFinding({ fingerprint: ["b"] })];
      await raise([one, other]);
      const by = { actor: "ann", at: noon };
      const ids = [one.issueId, other.issueId];
      const changed = (decide: typeof decideMerge | typeof decideSplit) =>
        records.issues.change(globalProject, ids, (known) => {
          const [head, member] = ids.map((id) => known.get(id)) as [Issue, Issue];
          const decided = decide === decideMerge ? decideMerge(head, [member], by) : decideSplit(head, member, by);
          return "changes" in decided ? decided.changes : [];
        });
      await changed(decideMerge);
      const listed = async () => (await records.issues.list(globalProject, {}, { limit: 9 })).items;
      expect(await listed()).toMatchObject([{ number: 1 }]);
      expect((await records.issues.merged(globalProject, ids)).get(one.issueId)).toMatchObject([{ number: 2 }]);
      expect(await records.issues.get(globalProject, 2)).toMatchObject({ mergedInto: one.issueId });
      await raise([{ ...other, at: noon + 5, datapointId: asDatapointId("later"), title: "B's own title" }]);
      expect(await listed()).toMatchObject([
        { number: 1, lastSeenAt: noon + 5, sampleDatapointId: "later", title: one.title },
      ]);
      await changed(decideSplit);
      expect((await listed()).map(({ number }) => number).toSorted((left, right) => left - right)).toEqual([1, 2]);
      expect((await records.issues.activity(globalProject, other.issueId)).map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(["opened", "merged", "split"]),
      );
    });

    test("the watch sees whose time is up, in every project, and who waits for a test run", async () => {
      await using records = await open();
      const finding = aFinding();
      await raisingInto(records, { now: () => noon })([finding]);
      const issue = await records.issues.get(globalProject, 1);
      if (!issue) throw new Error("no issue");
      const awaitedRun = { scenarioSetId: asScenarioSetId("refunds"), since: noon };
      const links = ["https://git.example/shop/pull/7"];
      await records.issues.change(globalProject, [issue.id], () => [
        { kind: "linked", issue: { ...issue, awaitedRun, links }, actor: "ann", at: noon },
      ]);
      expect(await records.issues.get(globalProject, 1)).toEqual({ ...issue, awaitedRun, links });
      expect(await records.issueWatch.awaiting(globalProject, awaitedRun.scenarioSetId)).toEqual([issue.id]);
      expect(await records.issueWatch.awaiting(other, awaitedRun.scenarioSetId)).toEqual([]);
      const ignoring = { kind: "until", at: noon + 100 } as const;
      await records.issues.change(globalProject, [issue.id], () => {
        const decided = decideRequest(issue, { state: "ignored", ignoring }, { actor: "ann", at: noon });
        return "changes" in decided ? decided.changes : [];
      });
      expect(await records.issues.get(globalProject, 1)).toMatchObject({ state: "ignored", ignoring });
      expect(await records.issueWatch.waking(noon + 99)).toEqual([]);
      expect(await records.issueWatch.waking(noon + 100)).toEqual([{ id: issue.id, projectId: globalProject }]);
      expect(await records.issueWatch.recentlyActive(noon)).toEqual([]);
    });

    test("a key is claimed once, answers the repeat, refuses another request and is freed after a failure", async () => {
      await using records = await open();
      const claim = { projectId: globalProject, key: "k", requestHash: "h", at: noon };
      expect(await records.idempotency.claim(claim)).toBe("claimed");
      expect(await records.idempotency.claim(claim)).toBe("running");
      expect(await records.idempotency.claim({ ...claim, projectId: other })).toBe("claimed");
      await records.idempotency.answer(globalProject, "k", { status: 201, body: "{}" });
      expect(await records.idempotency.claim(claim)).toEqual({ status: 201, body: "{}" });
      expect(await records.idempotency.claim({ ...claim, requestHash: "other" })).toBe("other_request");
      expect(await records.idempotency.claim({ ...claim, at: noon + 25 * 3_600_000 })).toBe("claimed");
      await records.idempotency.release(globalProject, "k");
      expect(await records.idempotency.claim({ ...claim, at: noon + 25 * 3_600_000 })).toBe("claimed");
    });
  });
}
