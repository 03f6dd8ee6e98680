import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAudited } from "../../src/accounts/routes/audited.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { leastRoleFor, type Role, roles, type Scope, scopes } from "../../src/server/access.ts";
import type { Route } from "../../src/server/routes/route.ts";
import type { Tool } from "../../src/web/mcp/tool.ts";
import { tools } from "../../src/web/mcp/tools.ts";
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
  askerOf,
  type Credential,
  firstAccount,
  type Seen,
  type SendRequest,
  strangersAccount,
} from "./isolation/world.ts";

/*
 * Generated from the route table, against the running service: access to each route, and what strangers see.
 * New routes are included automatically. What a route shows or changes must exist in
 * test/server/isolation/world.ts.
 */
const { routes, open } = routeTable();
const withObjects = routes.filter(({ path }) => objectsIn(path).length > 0);

let folder: ReturnType<typeof temporaryFolder>;
let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let service: Service;
let request: SendRequest;
let owner: Account;
let stranger: Account;

beforeAll(async () => {
  folder = temporaryFolder();
  mail = await startMailServer();
  clickhouse = await startClickHouse();
  const env = { SMTP_URL: mail.url, GAFFE_SIGN_UP: "open", GAFFE_REQUESTS_PER_MINUTE: "0" };
  service = await startService({ folder: folder.path, env: { ...env, CLICKHOUSE_URL: clickhouse.url } });
  request = askerOf(service);
  owner = await firstAccount(service, mail);
  stranger = await strangersAccount(service, mail);
  await makeDeadLetter(owner);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await clickhouse[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Sends a span that ClickHouse refuses from now on, while it accepts all others. */
async function makeDeadLetter({ adminToken }: Account): Promise<void> {
  const name = "poisoned call";
  await refuseSpansNamed(clickhouse, name);
  const response = await fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", ...adminToken },
    body: encodeTraces([{ ...chatSpan({ run: 4242, number: 1, startMs: Date.now() - 5000 }), name }]),
  });
  if (!response.ok) throw new Error(`the poisoned span was answered ${response.status}`);
  // After this many attempts it waits for minutes: during a replay it is not listed, and afterwards it has
  // another id.
  for (let attempts = 1; attempts <= 6; attempts++) {
    if (attempts > 1) await request("POST", "/dead-letters/replay", adminToken, { all: true });
    // The list is read from the journal; the count follows when its thread has reported the change.
    await eventually(
      () => request("GET", "/dead-letters", adminToken),
      ({ body }) => body.items[0]?.attempts >= attempts && body.count === 1,
    );
  }
}

describe("who may use a route", () => {
  /** A body that no route accepts, so that an authorized request has no effect. */
  const knock = (route: Route, who: Credential) =>
    request(route.method, filled(route.path, {}), who, route.body ? { nosuch: 1 } : undefined);
  const refusedBy = async (who: Credential, status: number, only = routes) => {
    const wrong: string[] = [];
    for (const route of only) {
      const seen = await knock(route, who);
      if (seen.status !== status) wrong.push(`${nameOf(route)}: ${seen.status}`);
    }
    return wrong;
  };

  test("requests without a credential, with a wrong, revoked or expired one, or after signing out are refused", async () => {
    const made = (body: object) => request("POST", "/tokens", owner.admin, { name: "x", scopes: ["admin"], ...body });
    const revoked = await made({});
    await request("DELETE", `/tokens/${revoked.body.id}`, owner.admin);
    const expiresAt = new Date(Date.now() + 2000).toISOString();
    const expired = await made({ expiresAt });
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const { cookie, ...rest } = owner.admin;
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
    expect((await request("POST", "/sign-out", who, {})).status).toBe(204);
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
      const made = await request("POST", "/tokens", owner.admin, { name: "x", scopes: [scope] });
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
          owner[role],
          403,
          routes.filter((route) => !may(route)),
        ),
      ).toEqual([]);
      // Sign-out would end the session.
      expect(
        await letIn(
          owner[role],
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
    "no foreign page can write from %s",
    async (_, headers) => {
      const { cookie = "" } = owner.admin;
      const writes = routes.filter(({ method }) => method !== "GET");
      expect(await refusedBy({ cookie, ...headers }, 403, writes)).toEqual([]);
      if ("origin" in headers) {
        for (const route of open.filter(({ method }) => method !== "GET")) {
          const { status } = await request(route.method, route.path, headers, { nosuch: 1 });
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
        const { status } = await request(route.method, filled(route.path, {}), owner.admin, text);
        if (status !== 400 && status !== 404) wrong.push(`${nameOf(route)} ${field}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("what strangers see", () => {
  /** Ids of the owner's objects, by path parameter. */
  const known = new Map<string, Readonly<Record<string, string>>>();
  let before: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const call = (await request("GET", "/datapoints?limit=50", owner.admin)).body.items;
    const details = await Promise.all(
      call.map(({ id }: { id: string }) => request("GET", `/datapoints/${id}`, owner.admin)),
    );
    const sha256 = details.flatMap(({ text }) => /"sha256":"([0-9a-f]+)"/.exec(text)?.[1] ?? [])[0];
    // The refused span of the dead letter has a call, and no trace that can be opened.
    const [deadLetter] = (await request("GET", "/dead-letters", owner.adminToken)).body.items;
    const whole = call.find(({ traceId }: { traceId: string }) => traceId !== deadLetter.traceId);
    known.set("/traces", { ":traceId": whole.traceId, ":spanId": whole.spanId });
    known.set("/media", sha256 === undefined ? {} : { ":sha256": sha256 });
    for (const { path } of withObjects) {
      const collection = collectionOf(path);
      if (known.has(collection)) continue;
      const items: readonly Record<string, string>[] =
        (await request("GET", collection, owner.admin)).body?.items ?? [];
      // Defaults of every project are listed first and are the same for all.
      const own = items.find((item) => JSON.stringify(item).includes(owner.canary)) ?? items.at(-1) ?? {};
      const values = objectsIn(path).map((name) => [name, own[name.slice(1)]]);
      known.set(collection, Object.fromEntries(values.filter(([, value]) => value !== undefined)));
    }
    known.set("/projects", { ":id": owner.projectId, ":userId": owner.guestId });
    before = await snapshot();
  });

  test("the owner has an object for every route", () => {
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
      const { status } = await request("GET", ownPath(route), owner.admin);
      if (status !== 200) wrong.push(`${nameOf(route)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  /** Belongs to the account rather than to one of its projects. */
  const accountWide = ["/tokens", "/projects", "/users", "/invitations", "/me"];
  const isAccountWide = ({ path }: Route) => accountWide.some((start) => path.startsWith(start));

  test("another account, and another project, cannot see the owner's objects", async () => {
    const strangers: Readonly<Record<string, Credential>> = {
      "another account's admin": stranger.admin,
      "another account's token": stranger.adminToken,
      "another project's token": owner.otherProject,
    };
    const leaks: string[] = [];
    for (const [name, who] of Object.entries(strangers)) {
      for (const route of withObjects) {
        if (who === owner.otherProject && isAccountWide(route)) continue;
        if (route.people && "api-key" in who) continue;
        const body = bodyFor(route);
        const foreign = await request(route.method, ownPath(route), who, body);
        const missing = await request(route.method, missingPath(route), who, body);
        if (foreign.status !== 404)
          leaks.push(`${name}: ${nameOf(route)}: ${foreign.status} ${foreign.text.slice(0, 200)}`);
        if (visibleText(foreign, ownIds(route)) !== visibleText(missing, missingIds(route))) {
          leaks.push(`${name}: ${nameOf(route)}: unlike what does not exist`);
        }
      }
    }
    expect(leaks).toEqual([]);
  });

  test("no response to another account contains data of the owner", async () => {
    const leaks: string[] = [];
    const ids = [...known].flatMap(([collection, values]) =>
      collection === "/upstreams" ? [] : Object.values(values),
    );
    for (const who of [stranger.admin, stranger.adminToken, stranger.viewer]) {
      for (const route of routes.filter(({ method }) => method === "GET")) {
        const { text } = await request("GET", filled(route.path, {}), who);
        const found = [owner.canary, ...ids.filter((id) => id.length > 12 && id !== "model_refusal")].find((secret) =>
          text.includes(secret),
        );
        if (found !== undefined) leaks.push(`${nameOf(route)}: ${found}`);
      }
    }
    expect(leaks).toEqual([]);
    expect((await request("GET", "/datapoints", stranger.admin)).text).toContain(stranger.canary);
  });

  test("the owner's project in the header is not found for another account, nor for a token of another project", async () => {
    const there = { "x-gaffe-project": owner.projectId };
    const shopOnly = await request("POST", "/tokens", owner.otherProject, {
      name: "x",
      scopes: ["ingest", "read", "write"],
    });
    for (const route of routes.filter(({ people }) => !people)) {
      for (const who of [stranger.admin, stranger.adminToken, { "api-key": shopOnly.body.secret }]) {
        const { status, text } = await request(route.method, filled(route.path, {}), { ...who, ...there });
        expect([nameOf(route), status, text.includes(owner.canary)]).toEqual([nameOf(route), 404, false]);
      }
    }
  });

  /** Routes about the person and the account, which have nothing of a project. */
  const ofAccount = (route: Route) => route.people === true || route.path === "/users";

  test("a person without access to the project finds nothing in it, in the header and by ids, and may only read in another", async () => {
    const there = { "x-gaffe-project": owner.projectId };
    const wrong: string[] = [];
    for (const route of routes) {
      const named = await request(route.method, ownPath(route), { ...owner.guest, ...there }, bodyFor(route));
      const isPlain = !named.text.includes(owner.canary);
      if (named.status !== 404 || !isPlain) wrong.push(`${nameOf(route)}: ${named.status} in the project`);
      if (route.path === "/sign-out" || route.path === "/me/password") continue;
      const byId = await request(route.method, ownPath(route), owner.guest, bodyFor(route));
      const mayRead = (route.role ?? leastRoleFor[route.scope]) === "viewer" && !route.ofAccount;
      const isRefused = mayRead ? objectsIn(route.path).length === 0 || byId.status === 404 : byId.status === 403;
      if (!isRefused) wrong.push(`${nameOf(route)}: ${byId.status} from another project`);
      if (!ofAccount(route) && byId.text.includes(owner.canary)) wrong.push(`${nameOf(route)}: shows the canary`);
      const token = await request(route.method, ownPath(route), owner.guestToken, bodyFor(route));
      if (token.status !== 401) wrong.push(`${nameOf(route)}: ${token.status} by the personal token`);
    }
    expect(wrong).toEqual([]);
    const projects = await request("GET", "/projects", owner.guest);
    // An earlier request of this test made the project with the sample data.
    const reached = projects.body.items.filter(({ name }: Record<string, string>) => name !== "Sample");
    expect(reached.map(({ name, role }: Record<string, string>) => [name, role])).toEqual([["Shop", "viewer"]]);
    expect(projects.text).not.toContain(`"${owner.projectId}"`);
  }, 120_000);

  test("the owner's ids in a body or a query are not found", async () => {
    const id = (collection: string) => known.get(collection)?.[":id"] ?? "";
    const requests: readonly (readonly [string, string, unknown?])[] = [
      ["POST", "/tokens", { name: "x", scopes: ["read"], projectId: owner.projectId }],
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
      ["GET", `/datapoints?q=${encodeURIComponent(owner.canary)}`],
      ["GET", `/issues?q=${encodeURIComponent(`monitor:${id("/monitors")}`)}`],
      ["GET", `/audit-log?actor=${encodeURIComponent("user:ann@canary-a.example")}`],
    ];
    for (const [method, path, body] of requests) {
      const { status, text } = await request(method, path, stranger.admin, body);
      const holds = text.includes(owner.canary) || /"items":\[\{/.test(text);
      expect([method, path, holds, method === "GET" || status >= 400]).toEqual([method, path, false, true]);
    }
    const merged = await request("GET", "/issues", stranger.admin);
    const own = merged.body.items[0].id;
    const among = await request("PATCH", "/issues", stranger.admin, { issues: [own, id("/issues")], note: "x" });
    expect(among.status).toBe(404);
    const exported = await request("POST", "/datapoints/export", stranger.admin, { datapointIds: [id("/datapoints")] });
    expect([exported.status, exported.text]).toEqual([200, ""]);
    const merge = await request("POST", `/issues/${own}/merge`, stranger.admin, { issues: [id("/issues")] });
    expect(merge.status).toBeGreaterThanOrEqual(400);
  });

  test("no MCP tool shows the owner's objects to others either", async () => {
    const strangers = { "another account": stranger.adminToken, "another project": owner.otherProject };
    const leaks: string[] = [];
    for (const [name, who] of Object.entries(strangers)) {
      await using mcp = await openMcp(service.url, who);
      for (const tool of tools) {
        const route = routes.find((each) => nameOf(each) === tool.route);
        if (!route) throw new Error(`${tool.name} calls no route`);
        const [foreign, missing] = [ownIds(route), missingIds(route)];
        const responses = [await mcp.call(tool.name, asArguments(tool, foreign))];
        if (objectsIn(route.path).length > 0) {
          responses.push(await mcp.call(tool.name, asArguments(tool, missing)));
          const [seen, unseen] = responses.map(({ text }, index) => plainly(text, [foreign, missing][index] ?? {}));
          if (responses.some(({ isError }) => !isError)) leaks.push(`${name}: ${tool.name} finds data of the owner`);
          if (seen !== unseen) leaks.push(`${name}: ${tool.name}: ${seen}, unlike what does not exist: ${unseen}`);
        }
        if (responses.some(({ text }) => text.includes(owner.canary) && objectsIn(route.path).length === 0))
          leaks.push(`${name}: ${tool.name} shows data of the owner`);
      }
      const id = known.get("/datapoints")?.[":id"];
      const { isError } = await mcp.call("evaluate_check", { check: "is_json", datapointId: id });
      if (!isError) leaks.push(`${name}: evaluate_check reads data of the owner`);
      const { text } = await mcp.call("search_datapoints", { q: owner.canary });
      if (text.includes(id ?? "")) leaks.push(`${name}: search_datapoints finds data of the owner`);
    }
    expect(leaks).toEqual([]);
    await using own = await openMcp(service.url, owner.adminToken);
    for (const tool of tools.filter(({ route }) => route.startsWith("GET"))) {
      const route = routes.find((each) => nameOf(each) === tool.route);
      const { isError } = await own.call(tool.name, asArguments(tool, route ? ownIds(route) : {}));
      expect([tool.name, isError]).toEqual([tool.name, false]);
    }
  });

  test("afterwards all data of the owner is unchanged", async () => {
    const after = await snapshot();
    expect(
      [...after]
        .filter(([name, text]) => text !== before.get(name))
        .map(([name, text]) => [name, before.get(name), text]),
    ).toEqual([]);
  });

  test("changes made meanwhile are in the audit log of their account only", async () => {
    const tokens = await request("GET", "/audit-log?action=POST%20/tokens&limit=200", stranger.admin);
    expect(tokens.body.items.length).toBeGreaterThan(0);
    expect(routes.filter(isAudited).length).toBeGreaterThan(20);
    expect((await request("GET", "/audit-log/check", owner.admin)).body).not.toHaveProperty("brokenAt");
    const { text } = await request("GET", "/audit-log?limit=200", owner.admin);
    for (const secret of [owner.adminToken["api-key"] ?? "", "correct horse battery", "example.org/canary-a"]) {
      expect(text.includes(secret)).toBe(false);
    }
  });

  type Ids = Readonly<Record<string, string>>;
  const ownIds = ({ path }: Route): Ids => known.get(collectionOf(path)) ?? {};
  const pathWith = ({ path }: Route, ids: Ids) => filled(path, ids) + (queries[path] ?? "");
  const ownPath = (route: Route) => pathWith(route, ownIds(route));

  /** Returns unused ids of the same form. */
  function missingIds(route: Route): Ids {
    const other = (id: string) => id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (last === "0" ? "1" : "0"));
    return Object.fromEntries(Object.entries(ownIds(route)).map(([name, id]) => [name, other(id)]));
  }
  const missingPath = (route: Route) => pathWith(route, missingIds(route));

  /** Reads everything the owner can see, without what changes by reading or with the clock. */
  async function snapshot(): Promise<ReadonlyMap<string, string>> {
    const moving =
      /^\/(health|usage|audit-log|users|tokens|me|datapoints\/(tail|histogram)|dead-letters|deletions|verdicts|monitors\/(:id\/)?status)/;
    const still = routes.filter(({ method, path }) => method === "GET" && !moving.test(path));
    const seen = await Promise.all(
      still.map(
        async (route) => [nameOf(route), visibleText(await request("GET", ownPath(route), owner.admin))] as const,
      ),
    );
    return new Map(seen);
  }
});

/** Query parameters that a route requires before it looks up the object. */
const queries: Readonly<Record<string, string>> = { "/datapoints/:id/payload": "?pointer=/input" };
const bodies: Readonly<Record<string, unknown>> = {
  "POST /checks/:name/evaluate": { datapointId: "x" },
  "POST /test-runs/:id/results": { items: [{ rowId: "x", modelPrediction: "x" }] },
};
const bodyFor = (route: Route) => bodies[nameOf(route)] ?? (route.body ? sampleBody(route.body) : undefined);

/** Arguments that a tool requires, besides ids, before it calls its route. */
const given: Readonly<Record<string, object>> = {
  read_payload: { pointer: "/input" },
  create_scenario_set: { name: "Theirs", q: "" },
  register_model: { name: "Theirs", definition: { type: "custom" } },
  start_test_run: { name: "Theirs", scenarioId: "missing", modelId: "missing" },
  compare_test_runs: { base: "missing", runs: ["missing"] },
  search_docs: { q: "issue" },
  read_doc: { page: "docs/mcp.md" },
  create_monitor: { name: "Theirs", condition: "", checks: [{ check: "is_json" }] },
  evaluate_check: { datapoint: { input: "x" } },
};

/** Returns ids of a route's path as arguments of the tool that calls it. */
function asArguments({ name, called = {} }: Tool, ids: Readonly<Record<string, string>>) {
  const argumentOf = (field: string) => Object.entries(called).find(([, each]) => each === field)?.[0] ?? field;
  const path = Object.entries(ids).map(([parameter, id]) => [argumentOf(parameter.slice(1)), id]);
  const wanted = new Set(tools.find((each) => each.name === name)?.takes.map(argumentOf));
  return { ...given[name], ...Object.fromEntries(path.filter(([argument]) => wanted.has(argument ?? ""))) };
}

const plainly = (text: string, ids: Readonly<Record<string, string>>) =>
  Object.values(ids).reduce((rest, id) => rest.replaceAll(id, "…"), text);

/** Returns a response without its request id and without the given values. */
function visibleText({ status, text }: Seen, given: Readonly<Record<string, string>> = {}): string {
  const plain = Object.values(given).reduce((rest, id) => rest.replaceAll(id, "…"), text);
  return `${status} ${plain.replace(/"requestId":"[^"]+"/, "")}`;
}

test("every route of the table was requested with every credential", () => {
  const everybody = 10 + scopes.length + roles.length + 4 + 3;
  console.info(
    `isolation: ${routes.length} routes × ${everybody} callers, ${withObjects.length} of them with ids of others; ${open.length} open routes`,
  );
  expect(routes.length).toBeGreaterThan(80);
});
