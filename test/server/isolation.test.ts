import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isTold } from "../../src/accounts/routes/audited.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { leastRoleFor, type Role, roles, type Scope, scopes } from "../../src/server/access.ts";
import type { Route } from "../../src/server/routes/route.ts";
import { type Tool, tools } from "../../src/web/mcp/tools.ts";
import { chatSpan } from "../lab/spans.ts";
import { openMcp } from "../support/clients/mcp.ts";
import { refuseSpansNamed } from "../support/data/poison.ts";
import { startClickHouse } from "../support/engines/clickhouse-server.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { eventually } from "../support/service/service-api.ts";
import { collectionOf, filled, nameOf, objectsIn, routeTable } from "./isolation/route-table.ts";
import { sampleBody } from "./isolation/sample-body.ts";
import {
  type Account,
  type Ask,
  askerOf,
  type Credential,
  firstAccount,
  type Seen,
  strangersAccount,
} from "./isolation/world.ts";

/*
 * Generated from the route table, against the running service: who may use each route, and what strangers see. A route
 * that is added is in here by itself. What it shows or changes must exist in the world (test/server/isolation/world.ts).
 */
const { routes, open } = routeTable();
const withObjects = routes.filter(({ path }) => objectsIn(path).length > 0);

let folder: ReturnType<typeof temporaryFolder>;
let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let service: Service;
let ask: Ask;
let ours: Account;
let theirs: Account;

beforeAll(async () => {
  folder = temporaryFolder();
  mail = await startMailServer();
  clickhouse = await startClickHouse();
  const env = { SMTP_URL: mail.url, GAFFE_SIGN_UP: "open", GAFFE_REQUESTS_PER_MINUTE: "0" };
  service = await startService({ folder: folder.path, env: { ...env, CLICKHOUSE_URL: clickhouse.url } });
  ask = askerOf(service);
  ours = await firstAccount(service, mail);
  theirs = await strangersAccount(service, mail);
  await makeDeadLetter(ours);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await clickhouse[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** A span that ClickHouse refuses from now on, while it takes all others. */
async function makeDeadLetter({ adminToken }: Account): Promise<void> {
  const name = "poisoned call";
  await refuseSpansNamed(clickhouse, name);
  const response = await fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", ...adminToken },
    body: encodeTraces([{ ...chatSpan({ run: 4242, number: 1, startMs: Date.now() - 5000 }), name }]),
  });
  if (!response.ok) throw new Error(`the poisoned span was answered ${response.status}`);
  // After so many attempts it rests for minutes: while it is replayed, it is not listed, and afterwards has another id.
  for (let attempts = 1; attempts <= 6; attempts++) {
    if (attempts > 1) await ask("POST", "/dead-letters/replay", adminToken, { all: true });
    const { body } = await eventually(
      () => ask("GET", "/dead-letters", adminToken),
      (seen) => seen.body.items[0]?.attempts >= attempts,
    );
    if (body.count !== 1) throw new Error("the poisoned span did not become a dead letter");
  }
}

describe("who may use a route", () => {
  /** A body that no route takes: whoever is let in gets no further. */
  const knock = (route: Route, who: Credential) =>
    ask(route.method, filled(route.path, {}), who, route.body ? { nosuch: 1 } : undefined);
  const refusedBy = async (who: Credential, status: number, only = routes) => {
    const wrong: string[] = [];
    for (const route of only) {
      const seen = await knock(route, who);
      if (seen.status !== status) wrong.push(`${nameOf(route)}: ${seen.status}`);
    }
    return wrong;
  };

  test("nobody without a credential, with a wrong, revoked or expired one, or after signing out", async () => {
    const made = (body: object) => ask("POST", "/tokens", ours.admin, { name: "x", scopes: ["admin"], ...body });
    const revoked = await made({});
    await ask("DELETE", `/tokens/${revoked.body.id}`, ours.admin);
    const expiresAt = new Date(Date.now() + 2000).toISOString();
    const expired = await made({ expiresAt });
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const { cookie, ...rest } = ours.admin;
    const credentials: Readonly<Record<string, Credential>> = {
      none: {},
      "an empty token": { "api-key": "" },
      "a wrong token": { "api-key": `gaffe_${"x".repeat(43)}` },
      "a mean token": { "api-key": "' or 1=1 --" },
      "a revoked token": { "api-key": revoked.body.secret },
      "an expired token": { authorization: `Bearer ${expired.body.secret}` },
      "a wrong cookie": { ...rest, cookie: `gaffe_session=${"x".repeat(43)}` },
      "two cookies": { ...rest, cookie: `${cookie}; ${cookie}` },
      "a cookie of the other kind": { ...rest, cookie: `__Host-${cookie}` },
      "a signed-out browser": await signedOut(),
    };
    for (const [name, who] of Object.entries(credentials)) {
      expect([name, await refusedBy(who, 401)]).toEqual([name, []]);
    }
  });

  async function signedOut(): Promise<Credential> {
    const answer = await fetch(`${service.url}/api/v1/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "viewer@canary-a.example", password: "correct horse battery" }),
    });
    const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const who = { cookie, origin: service.url };
    expect((await ask("POST", "/sign-out", who, {})).status).toBe(204);
    return who;
  }

  const included: Readonly<Record<Scope, readonly Scope[]>> = {
    ingest: ["ingest"],
    read: ["read"],
    write: ["read", "write"],
    admin: ["ingest", "read", "write", "admin"],
  };

  test.each(scopes)(
    "a token with the scope %s: what needs it, and nothing else",
    async (scope) => {
      const made = await ask("POST", "/tokens", ours.admin, { name: "x", scopes: [scope] });
      const who = { "api-key": made.body.secret };
      const may = (route: Route) => !route.people && included[scope].includes(route.scope);
      expect(
        await refusedBy(
          who,
          403,
          routes.filter((route) => !may(route)),
        ),
      ).toEqual([]);
      expect(await letIn(who, routes.filter(may))).toEqual([]);
    },
    60_000,
  );

  test.each(roles)(
    "the role %s: what it allows, and nothing else",
    async (role) => {
      const may = (route: Route) => rank(role) >= rank(route.role ?? leastRoleFor[route.scope]);
      expect(
        await refusedBy(
          ours[role],
          403,
          routes.filter((route) => !may(route)),
        ),
      ).toEqual([]);
      // Signing out would be the end of it.
      expect(
        await letIn(
          ours[role],
          routes.filter((route) => may(route) && route.path !== "/sign-out"),
        ),
      ).toEqual([]);
    },
    60_000,
  );

  const rank = (role: Role) => roles.indexOf(role);

  async function letIn(who: Credential, these: readonly Route[]): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const route of these) {
      const { status } = await knock(route, who);
      if ([401, 403, 429].includes(status) || status >= 500) wrong.push(`${nameOf(route)}: ${status}`);
    }
    return wrong;
  }

  test.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
    ["nowhere", {}],
    ["a sandboxed frame", { origin: "null" }],
  ])(
    "nobody's browser writes from %s",
    async (_, headers) => {
      const { cookie = "" } = ours.admin;
      const writes = routes.filter(({ method }) => method !== "GET");
      expect(await refusedBy({ cookie, ...headers }, 403, writes)).toEqual([]);
      if ("origin" in headers) {
        for (const route of open.filter(({ method }) => method !== "GET")) {
          const { status } = await ask(route.method, route.path, headers, { nosuch: 1 });
          expect([nameOf(route), status]).toEqual([nameOf(route), 403]);
        }
      }
    },
    60_000,
  );

  test("no write takes a field that it does not know", async () => {
    const wrong: string[] = [];
    for (const route of [...routes, ...open]) {
      if (!route.body || ("people" in route && route.people)) continue;
      const body = sampleBody(route.body);
      if (typeof body !== "object" || body === null) continue;
      for (const field of ["accountId", "isAdmin", "\u0000role", "__proto__"]) {
        const text = `{${JSON.stringify(field)}:"admin",${JSON.stringify(body).slice(1)}`.replace(",}", "}");
        const { status } = await ask(route.method, filled(route.path, {}), ours.admin, text);
        if (status !== 400 && status !== 404) wrong.push(`${nameOf(route)} ${field}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("what strangers see", () => {
  /** What an owner finds to point at, by the parameter of the path. */
  const known = new Map<string, Readonly<Record<string, string>>>();
  let before: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const call = (await ask("GET", "/datapoints?limit=50", ours.admin)).body.items;
    const details = await Promise.all(
      call.map(({ id }: { id: string }) => ask("GET", `/datapoints/${id}`, ours.admin)),
    );
    const sha256 = details.flatMap(({ text }) => /"sha256":"([0-9a-f]+)"/.exec(text)?.[1] ?? [])[0];
    // The refused span of the dead letter has a call, and no trace that can be opened.
    const [letter] = (await ask("GET", "/dead-letters", ours.adminToken)).body.items;
    const whole = call.find(({ traceId }: { traceId: string }) => traceId !== letter.traceId);
    known.set("/traces", { ":traceId": whole.traceId, ":spanId": whole.spanId });
    known.set("/media", sha256 === undefined ? {} : { ":sha256": sha256 });
    for (const { path } of withObjects) {
      const collection = collectionOf(path);
      if (known.has(collection)) continue;
      const items: readonly Record<string, string>[] = (await ask("GET", collection, ours.admin)).body?.items ?? [];
      // What every project has from the start comes first, and is the same for all.
      const own = items.find((item) => JSON.stringify(item).includes(ours.canary)) ?? items.at(-1) ?? {};
      const values = objectsIn(path).map((name) => [name, own[name.slice(1)]]);
      known.set(collection, Object.fromEntries(values.filter(([, value]) => value !== undefined)));
    }
    before = await snapshot();
  });

  test("there is something of ours to point at for every route", () => {
    const lacking = withObjects.filter(({ path }) =>
      objectsIn(path).some((name) => !(name in (known.get(collectionOf(path)) ?? {}))),
    );
    expect(lacking.map(nameOf), "make one in test/server/isolation/world.ts, and list it at the collection").toEqual(
      [],
    );
  });

  test("its owner reaches each of these", async () => {
    const wrong: string[] = [];
    for (const route of withObjects.filter(({ method }) => method === "GET")) {
      const { status } = await ask("GET", ownPath(route), ours.admin);
      if (status !== 200) wrong.push(`${nameOf(route)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  /** What belongs to the account as a whole, and not to one of its projects. */
  const accountWide = ["/tokens", "/projects", "/users", "/invitations", "/me"];
  const isAccountWide = ({ path }: Route) => accountWide.some((start) => path.startsWith(start));

  test("to another account, and to another project, what is ours does not exist", async () => {
    const strangers: Readonly<Record<string, Credential>> = {
      "another account's admin": theirs.admin,
      "another account's token": theirs.adminToken,
      "another project's token": ours.otherProject,
    };
    const leaks: string[] = [];
    for (const [name, who] of Object.entries(strangers)) {
      for (const route of withObjects) {
        if (who === ours.otherProject && isAccountWide(route)) continue;
        if (route.people && "api-key" in who) continue;
        const body = bodyFor(route);
        const foreign = await ask(route.method, ownPath(route), who, body);
        const missing = await ask(route.method, missingPath(route), who, body);
        if (foreign.status !== 404)
          leaks.push(`${name}: ${nameOf(route)}: ${foreign.status} ${foreign.text.slice(0, 200)}`);
        if (told(foreign, ownIds(route)) !== told(missing, missingIds(route))) {
          leaks.push(`${name}: ${nameOf(route)}: unlike what does not exist`);
        }
      }
    }
    expect(leaks).toEqual([]);
  });

  test("no answer to another account holds anything of ours", async () => {
    const leaks: string[] = [];
    const ids = [...known].flatMap(([collection, values]) =>
      collection === "/upstreams" ? [] : Object.values(values),
    );
    for (const who of [theirs.admin, theirs.adminToken, theirs.viewer]) {
      for (const route of routes.filter(({ method }) => method === "GET")) {
        const { text } = await ask("GET", filled(route.path, {}), who);
        const found = [ours.canary, ...ids.filter((id) => id.length > 12 && id !== "model_refusal")].find((secret) =>
          text.includes(secret),
        );
        if (found !== undefined) leaks.push(`${nameOf(route)}: ${found}`);
      }
    }
    expect(leaks).toEqual([]);
    expect((await ask("GET", "/datapoints", theirs.admin)).text).toContain(theirs.canary);
  });

  test("a project of ours named in the header is not there for another account, nor for a token of another project", async () => {
    const there = { "x-gaffe-project": ours.projectId };
    const shopOnly = await ask("POST", "/tokens", ours.otherProject, {
      name: "x",
      scopes: ["ingest", "read", "write"],
    });
    for (const route of routes.filter(({ people }) => !people)) {
      for (const who of [theirs.admin, theirs.adminToken, { "api-key": shopOnly.body.secret }]) {
        const { status, text } = await ask(route.method, filled(route.path, {}), { ...who, ...there });
        expect([nameOf(route), status, text.includes(ours.canary)]).toEqual([nameOf(route), 404, false]);
      }
    }
  });

  test("ids of ours in a body or a query lead nowhere", async () => {
    const id = (collection: string) => known.get(collection)?.[":id"] ?? "";
    const asked: readonly (readonly [string, string, unknown?])[] = [
      ["POST", "/tokens", { name: "x", scopes: ["read"], projectId: ours.projectId }],
      [
        "POST",
        "/test-runs",
        { name: "x", type: "NL_GENERATION", scenarioId: id("/scenario-sets"), modelId: id("/models") },
      ],
      ["POST", "/scenario-sets/from-datapoints", { name: "y", datapointIds: [id("/datapoints")] }],
      ["POST", "/scenario-sets/from-datapoints", { name: "y", issueId: id("/issues") }],
      ["POST", "/scenario-sets/from-datapoints", { scenarioId: id("/scenario-sets"), q: "" }],
      ["POST", "/scenario-sets/from-test-run", { name: "y", runId: id("/test-runs") }],
      ["POST", "/test-runs/compare", { base: id("/test-runs"), runs: [id("/test-runs")] }],
      ["POST", "/checks/model_refusal/evaluate", { datapointId: id("/datapoints") }],
      ["PATCH", "/issues", { issues: [id("/issues")], state: "resolved", note: "x" }],
      ["GET", `/test-runs?scenarioId=${id("/scenario-sets")}`],
      ["GET", `/notifications?channel=${id("/channels")}`],
      ["GET", `/datapoints?q=${encodeURIComponent(`id:${id("/datapoints")}`)}`],
      ["GET", `/datapoints?q=${encodeURIComponent(ours.canary)}`],
      ["GET", `/issues?q=${encodeURIComponent(`monitor:${id("/monitors")}`)}`],
      ["GET", `/audit-log?actor=${encodeURIComponent("user:ann@canary-a.example")}`],
    ];
    for (const [method, path, body] of asked) {
      const { status, text } = await ask(method, path, theirs.admin, body);
      const holds = text.includes(ours.canary) || /"items":\[\{/.test(text);
      expect([method, path, holds, method === "GET" || status >= 400]).toEqual([method, path, false, true]);
    }
    const merged = await ask("GET", "/issues", theirs.admin);
    const own = merged.body.items[0].id;
    const among = await ask("PATCH", "/issues", theirs.admin, { issues: [own, id("/issues")], note: "x" });
    expect(among.status).toBe(404);
    const exported = await ask("POST", "/datapoints/export", theirs.admin, { datapointIds: [id("/datapoints")] });
    expect([exported.status, exported.text]).toEqual([200, ""]);
    const merge = await ask("POST", `/issues/${own}/merge`, theirs.admin, { issues: [id("/issues")] });
    expect(merge.status).toBeGreaterThanOrEqual(400);
  });

  test("through no tool of MCP either: what is ours does not exist for them", async () => {
    const strangers = { "another account": theirs.adminToken, "another project": ours.otherProject };
    const leaks: string[] = [];
    for (const [name, who] of Object.entries(strangers)) {
      await using mcp = await openMcp(service.url, who);
      for (const tool of tools) {
        const route = routes.find((each) => nameOf(each) === tool.route);
        if (!route) throw new Error(`${tool.name} asks no route`);
        const [foreign, missing] = [ownIds(route), missingIds(route)];
        const asked = [await mcp.call(tool.name, asArguments(tool, foreign))];
        if (objectsIn(route.path).length > 0) {
          asked.push(await mcp.call(tool.name, asArguments(tool, missing)));
          const [seen, unseen] = asked.map(({ text }, index) => plainly(text, [foreign, missing][index] ?? {}));
          if (asked.some(({ isError }) => !isError)) leaks.push(`${name}: ${tool.name} finds what is ours`);
          if (seen !== unseen) leaks.push(`${name}: ${tool.name}: ${seen}, unlike what does not exist: ${unseen}`);
        }
        if (asked.some(({ text }) => text.includes(ours.canary) && objectsIn(route.path).length === 0))
          leaks.push(`${name}: ${tool.name} shows what is ours`);
      }
      const id = known.get("/datapoints")?.[":id"];
      const { isError } = await mcp.call("evaluate_check", { check: "is_json", datapointId: id });
      if (!isError) leaks.push(`${name}: evaluate_check reads what is ours`);
      const { text } = await mcp.call("search_datapoints", { q: ours.canary });
      if (text.includes(id ?? "")) leaks.push(`${name}: search_datapoints finds what is ours`);
    }
    expect(leaks).toEqual([]);
    await using own = await openMcp(service.url, ours.adminToken);
    for (const tool of tools.filter(({ route }) => route.startsWith("GET"))) {
      const route = routes.find((each) => nameOf(each) === tool.route);
      const { isError } = await own.call(tool.name, asArguments(tool, route ? ownIds(route) : {}));
      expect([tool.name, isError]).toEqual([tool.name, false]);
    }
  });

  test("after all of that, everything of ours is as it was", async () => {
    const after = await snapshot();
    expect(
      [...after]
        .filter(([name, text]) => text !== before.get(name))
        .map(([name, text]) => [name, before.get(name), text]),
    ).toEqual([]);
  });

  test("what was changed in the meantime is in the audit log, and only the account's own", async () => {
    const tokens = await ask("GET", "/audit-log?action=POST%20/tokens&limit=200", theirs.admin);
    expect(tokens.body.items.length).toBeGreaterThan(0);
    expect(routes.filter(isTold).length).toBeGreaterThan(20);
    expect((await ask("GET", "/audit-log/check", ours.admin)).body).not.toHaveProperty("brokenAt");
    const { text } = await ask("GET", "/audit-log?limit=200", ours.admin);
    for (const secret of [ours.adminToken["api-key"] ?? "", "correct horse battery", "example.org/canary-a"]) {
      expect(text.includes(secret)).toBe(false);
    }
  });

  type Ids = Readonly<Record<string, string>>;
  const ownIds = ({ path }: Route): Ids => known.get(collectionOf(path)) ?? {};
  const pathWith = ({ path }: Route, ids: Ids) => filled(path, ids) + (queries[path] ?? "");
  const ownPath = (route: Route) => pathWith(route, ownIds(route));

  /** Ids that nobody has, of the same form. */
  function missingIds(route: Route): Ids {
    const other = (id: string) => id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (last === "0" ? "1" : "0"));
    return Object.fromEntries(Object.entries(ownIds(route)).map(([name, id]) => [name, other(id)]));
  }
  const missingPath = (route: Route) => pathWith(route, missingIds(route));

  /** All that the owner can read, without what changes by being looked at or by the clock. */
  async function snapshot(): Promise<ReadonlyMap<string, string>> {
    const moving =
      /^\/(health|usage|audit-log|users|tokens|me|datapoints\/(tail|histogram)|dead-letters|deletions|verdicts|monitors\/(:id\/)?status)/;
    const still = routes.filter(({ method, path }) => method === "GET" && !moving.test(path));
    const seen = await Promise.all(
      still.map(async (route) => [nameOf(route), told(await ask("GET", ownPath(route), ours.admin))] as const),
    );
    return new Map(seen);
  }
});

/** What a route needs besides the path to come as far as looking for the object. */
const queries: Readonly<Record<string, string>> = { "/datapoints/:id/payload": "?pointer=/input" };
const bodies: Readonly<Record<string, unknown>> = {
  "POST /checks/:name/evaluate": { datapointId: "x" },
  "POST /test-runs/:id/results": { items: [{ rowId: "x", modelPrediction: "x" }] },
};
const bodyFor = (route: Route) => bodies[nameOf(route)] ?? (route.body ? sampleBody(route.body) : undefined);

/** What a tool needs besides ids to come as far as its route. */
const given: Readonly<Record<string, object>> = {
  read_payload: { pointer: "/input" },
  create_monitor: { name: "Theirs", condition: "", checks: [{ check: "is_json" }] },
  evaluate_check: { datapoint: { input: "x" } },
};

/** Ids of a route's path as the arguments of the tool that asks it. */
function asArguments({ name, called = {} }: Tool, ids: Readonly<Record<string, string>>) {
  const argumentOf = (field: string) => Object.entries(called).find(([, each]) => each === field)?.[0] ?? field;
  const path = Object.entries(ids).map(([parameter, id]) => [argumentOf(parameter.slice(1)), id]);
  const wanted = new Set(tools.find((each) => each.name === name)?.takes.map(argumentOf));
  return { ...given[name], ...Object.fromEntries(path.filter(([argument]) => wanted.has(argument ?? ""))) };
}

const plainly = (text: string, ids: Readonly<Record<string, string>>) =>
  Object.values(ids).reduce((rest, id) => rest.replaceAll(id, "…"), text);

/** What an answer tells, apart from which request it was and what was asked for. */
function told({ status, text }: Seen, asked: Readonly<Record<string, string>> = {}): string {
  const plain = Object.values(asked).reduce((rest, id) => rest.replaceAll(id, "…"), text);
  return `${status} ${plain.replace(/"requestId":"[^"]+"/, "")}`;
}

test("every route of the table was tried by everybody", () => {
  const everybody = 10 + scopes.length + roles.length + 4 + 3;
  console.info(
    `isolation: ${routes.length} routes × ${everybody} callers, ${withObjects.length} of them with ids of others; ${open.length} open routes`,
  );
  expect(routes.length).toBeGreaterThan(80);
});
