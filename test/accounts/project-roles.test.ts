import { describe, expect, test } from "vitest";
import { asProjectId, firstAccount, globalProject } from "../../src/platform/ids.ts";
import { leastRoleFor, mayHaveToken, roleIn, scopesIn } from "../../src/server/access.ts";
import { routeTable } from "../server/isolation/route-table.ts";
import { aFinding, aMonitor, noon } from "../support/data/examples.ts";
import { raisingInto } from "../support/data/raising.ts";
import { describeRecords } from "../support/engines/record-backends.ts";
import { startApi } from "../support/service/api.ts";
import { addPerson } from "../support/service/person.ts";

const shop = asProjectId("shop");

test.each([
  ["viewer", undefined, "viewer"],
  ["viewer", "admin", "admin"],
  ["member", "viewer", "viewer"],
  ["member", "none", "none"],
  ["admin", "none", "admin"],
] as const)("a %s of the account with %s in a project is %s there", (account, given, role) => {
  expect(roleIn(account, given)).toBe(role);
});

test("an admin of one project has no scope that reaches the account", () => {
  expect(scopesIn("viewer", "admin")).toEqual(["ingest", "write"]);
  expect(scopesIn("admin", "admin")).toEqual(["admin"]);
  expect(mayHaveToken({ accountRole: "member", role: "admin" }, ["admin"])).toBe(false);
  expect(mayHaveToken({ accountRole: "admin", role: "none" }, ["read"])).toBe(false);
});

test("routes about the account look at the role in the account", () => {
  const ofProject = new Set(["/projects/:id/members/:userId"]);
  const needAdmin = routeTable().routes.filter(
    ({ tag, scope, role, path }) =>
      tag === "access" && (role ?? leastRoleFor[scope]) === "admin" && !ofProject.has(path),
  );
  expect(needAdmin.filter(({ ofAccount }) => !ofAccount).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(needAdmin.length).toBeGreaterThan(10);
});

/** Project Shop next to Global; Ann is admin of the account, Bob a member. */
async function startShop() {
  const service = await startApi();
  const { records } = service;
  const facts = { accountId: firstAccount, createdAt: noon };
  await records.projects.add({ id: shop, name: "Shop", ...facts });
  const ann = await addPerson(records, { id: "ann", role: "admin", at: noon });
  const bob = await addPerson(records, { id: "bob", role: "member", at: noon });
  const setRole = (project: string, role: string, who = ann, of = bob.id) =>
    service.ask("PATCH", `/api/v1/projects/${project}/members/${of}`, who.in(project, { role }));
  return { service, records, ann, bob, setRole };
}

describe("a role in a project", () => {
  test("lowers and raises what a person may do there, and `default` is the role in the account again", async () => {
    const { service, bob, setRole } = await startShop();
    await using _ = service;
    const view = { page: "datapoints", name: "Slow", search: "q=x" };
    const may = async (project: string) => {
      const read = await service.ask("GET", "/api/v1/monitors", bob.in(project));
      const write = await service.ask("POST", "/api/v1/views", bob.in(project, view));
      const administer = await service.ask("PATCH", "/api/v1/privacy", bob.in(project, { nosuch: 1 }));
      return [read.status, write.status, administer.status];
    };
    expect(await may("global")).toEqual([200, 201, 403]);
    expect((await setRole("global", "viewer")).body).toMatchObject({ given: "viewer", role: "viewer" });
    expect(await may("global")).toEqual([200, 403, 403]);
    expect((await may("shop"))[1]).toBe(201);
    await setRole("global", "admin");
    expect((await may("global"))[2]).toBe(400);
    await setRole("global", "none");
    expect(await may("global")).toEqual([404, 404, 404]);
    expect((await setRole("global", "default")).body).toMatchObject({ role: "member" });
    expect((await may("global"))[0]).toBe(200);
  });

  test("none: the project is in no list, is not the one shown first, and answers like one that does not exist", async () => {
    const { service, bob, setRole } = await startShop();
    await using _ = service;
    await setRole("global", "none");
    const projects = await service.ask("GET", "/api/v1/projects", { token: "", headers: bob.headers });
    expect(projects.body.items.map(({ id, role }: Record<string, string>) => [id, role])).toEqual([["shop", "member"]]);
    const me = await service.ask("GET", "/api/v1/me", { token: "", headers: bob.headers });
    expect(me.body).toMatchObject({ projectId: "shop", who: { role: "member", accountRole: "member" } });
    const [closed, missing] = [
      await service.ask("GET", "/api/v1/monitors", bob.in("global")),
      await service.ask("GET", "/api/v1/monitors", bob.in("nosuch")),
    ];
    const plain = ({ status, body }: typeof closed) => [status, { ...body, requestId: "" }];
    expect(plain(closed)).toEqual(plain(missing));
    const token = { name: "x", scopes: ["read"], projectId: "global" };
    expect((await service.ask("POST", "/api/v1/tokens", bob.in("shop", token))).status).toBe(404);
    const last = await setRole("shop", "none");
    expect([last.status, last.body.detail]).toEqual([409, expect.stringContaining("would reach no project") as string]);
  });

  test("an admin of a project manages its roles and keys, and nothing of the account or of another project", async () => {
    const { service, records, bob, setRole } = await startShop();
    await using _ = service;
    await addPerson(records, { id: "cleo", role: "viewer", at: noon });
    await setRole("shop", "admin");
    expect((await setRole("shop", "member", bob, "cleo")).status).toBe(200);
    expect((await setRole("shop", "none", bob, "ann")).status).toBe(409);
    expect((await setRole("global", "member", bob, "cleo")).status).toBe(403);
    const across = bob.in("shop", { role: "member" });
    expect((await service.ask("PATCH", "/api/v1/projects/global/members/cleo", across)).status).toBe(404);
    expect((await service.ask("GET", "/api/v1/projects/global/members", bob.in("shop"))).status).toBe(404);
    for (const [method, path, body] of [
      ["POST", "/projects", { name: "Mine" }],
      ["PATCH", "/projects/shop", { name: "Mine" }],
      ["PATCH", "/users/cleo", { role: "admin" }],
      ["DELETE", "/users/cleo", undefined],
      ["POST", "/users/cleo/password-reset", undefined],
      ["POST", "/invitations", { email: "eve@example.org" }],
      ["GET", "/audit-log", undefined],
      ["GET", "/audit-log/check", undefined],
    ] as const) {
      expect([path, (await service.ask(method, `/api/v1${path}`, bob.in("shop", body))).status]).toEqual([path, 403]);
    }
    expect((await service.ask("GET", "/metrics", { ...bob.in("shop") })).status).not.toBe(500);
    const grant = (scopes: readonly string[]) =>
      service.ask("POST", "/api/v1/tokens", bob.in("shop", { name: "x", scopes, personal: false }));
    expect((await grant(["admin"])).status).toBe(403);
    expect((await grant(["write"])).status).toBe(201);
    const tokens = await service.ask("GET", "/api/v1/tokens", bob.in("shop"));
    expect(new Set(tokens.body.items.map(({ projectId }: { projectId: string }) => projectId))).toEqual(
      new Set(["shop"]),
    );
  });

  test("personal tokens and live tails end with the role in their project; those of other projects go on", async () => {
    const { service, bob, setRole } = await startShop();
    await using _ = service;
    const tokenOf = async (project: string, scopes: readonly string[]) =>
      (await service.ask("POST", "/api/v1/tokens", bob.in(project, { name: "x", scopes }))).body.secret as string;
    const [writing, reading] = [await tokenOf("global", ["write"]), await tokenOf("global", ["read"])];
    const elsewhere = await tokenOf("shop", ["write"]);
    const statuses = async () => {
      // A token is believed for three seconds.
      service.clock.now += 3001;
      const all = [writing, reading, elsewhere].map((token) => service.ask("GET", "/api/v1/monitors", { token }));
      return (await Promise.all(all)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await setRole("global", "viewer");
    expect(await statuses()).toEqual([401, 200, 200]);
    const tail = await fetch(`${service.url}/api/v1/datapoints/tail`, { headers: bob.in("global").headers });
    expect(tail.status).toBe(200);
    await setRole("global", "none");
    expect(await statuses()).toEqual([401, 401, 200]);
    expect(await tail.text()).toContain("following");
  });

  test("a lowered role in the account ends tokens only where no project says otherwise", async () => {
    const { service, records, bob, ann, setRole } = await startShop();
    await using _ = service;
    await setRole("shop", "member");
    const write = { name: "x", scopes: ["write"] };
    for (const project of ["global", "shop"]) await service.ask("POST", "/api/v1/tokens", bob.in(project, write));
    await service.ask("PATCH", "/api/v1/users/bob", ann.in("global", { role: "viewer" }));
    const tokens = (await records.tokens.list(firstAccount)).filter(({ userId }) => userId === bob.id);
    expect(tokens.map(({ projectId, revokedAt }) => [projectId, revokedAt !== undefined])).toEqual(
      expect.arrayContaining([
        ["global", true],
        ["shop", false],
      ]),
    );
  });

  test("each change is in the audit log", async () => {
    const { service, ann, setRole } = await startShop();
    await using _ = service;
    await setRole("shop", "viewer");
    const { body } = await service.ask("GET", "/api/v1/audit-log", ann.in("global"));
    expect(body.items[0]).toMatchObject({
      actor: "user:ann@example.org",
      action: "PATCH /projects/:id/members/:userId",
      target: { id: "shop", userId: "bob" },
      fields: { role: "viewer" },
      outcome: "done",
    });
  });
});

describeRecords("roles in projects", (backend) => {
  test("notifications and channels of a project reach the people who reach it", async () => {
    await using records = await backend.open();
    const add = (id: string, role: "member" | "admin") => addPerson(records, { id, role, at: noon });
    for (const [id, role] of [
      ["ann", "admin"],
      ["bob", "member"],
      ["cleo", "member"],
    ] as const)
      await add(id, role);
    await records.projects.add({ id: shop, accountId: firstAccount, name: "Shop", createdAt: noon });
    const set = (userId: string, role: "none" | "viewer") =>
      records.projectRoles.set(firstAccount, { project: globalProject, userId, role, at: noon });
    expect(await set("bob", "none")).toBe("done");
    expect(await set("cleo", "viewer")).toBe("done");
    expect(await set("ann", "none")).toBe("account_admin");
    expect(await set("nobody", "none")).toBe("missing");
    await records.monitors.add(aMonitor());
    await raisingInto(records, { now: () => noon })([aFinding()]);
    const { items } = await records.deliveries.list(globalProject, {}, { limit: 10 });
    expect(new Set(items.map(({ recipient }) => recipient))).toEqual(new Set(["ann@example.org", "cleo@example.org"]));
    const reaching = await records.users.listReaching(firstAccount, globalProject);
    expect(reaching.map(({ id }) => id)).toEqual(["ann", "cleo"]);
    const known = await records.emailRecipients.find(firstAccount, ["bob@example.org"], globalProject);
    expect(known.get("bob@example.org")).toMatchObject({ member: { isOutsideProject: true } });
    const elsewhere = await records.emailRecipients.find(firstAccount, ["bob@example.org"], shop);
    expect(elsewhere.get("bob@example.org")?.member).toEqual({ isProven: true });
  });
});
