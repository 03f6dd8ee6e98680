import { expect, test } from "vitest";
import { noon } from "../support/data/examples.ts";
import { startApi } from "../support/service/api.ts";
import { addPerson } from "../support/service/person.ts";

test("the audit log distinguishes two tokens of the same name", async () => {
  await using service = await startApi();
  const made = async () =>
    (await service.ask("POST", "/api/v1/tokens", { body: { name: "ci", scopes: ["write"] } })).body;
  const [one, other] = [await made(), await made()];
  for (const { secret } of [one, other]) {
    const view = { page: "datapoints", name: `of ${secret.slice(-4)}`, search: "q=x" };
    expect((await service.ask("POST", "/api/v1/views", { token: secret, body: view })).status).toBe(201);
  }
  const { items } = (await service.ask("GET", "/api/v1/audit-log?action=POST%20/views")).body;
  expect(items.map(({ actor, tokenId }: Record<string, string>) => [actor, tokenId])).toEqual([
    ["token:ci", other.id],
    ["token:ci", one.id],
  ]);
});

test("a viewer reads no secret of a channel, of any kind, and changing one shows none", async () => {
  await using service = await startApi();
  const targets = [
    { kind: "webhook", url: "https://ops.example.org/hidden-path?key=hidden-query" },
    { kind: "webhook", url: "https://user:hidden-password@ops.example.org/" },
    { kind: "slack_webhook", url: "https://hooks.slack.com/services/T/B/hidden-slack" },
    { kind: "slack_app", token: "xoxb-hidden-token", conversation: "C1" },
  ];
  for (const target of targets) {
    const made = await service.ask("POST", "/api/v1/channels", { body: { name: "Team", target } });
    expect(made.status).toBe(201);
    const changed = await service.ask("PATCH", `/api/v1/channels/${made.body.id}`, { body: { name: "Ops" } });
    expect(changed.text).not.toMatch(/hidden|whsec_/);
  }
  const viewer = await addPerson(service.records, { id: "vic", role: "viewer", at: noon });
  const seen = await service.ask("GET", "/api/v1/channels", viewer.in("global"));
  expect(seen.body.items).toHaveLength(targets.length + 1);
  expect(seen.text).not.toMatch(/hidden|whsec_/);
});

test("the token that a person gets when they accept an invitation ends with them", async () => {
  await using service = await startApi();
  const password = "correct horse battery";
  await service.ask("POST", "/api/v1/invitations", { body: { email: "bob@example.org", role: "admin" } });
  const key = service.emails[0]?.email.button.url.split("#")[1];
  const joined = await service.ask("POST", "/api/v1/links/join", { token: "", body: { key, password } });
  const { user, token } = joined.body;
  const status = async () => {
    // A token is believed for three seconds.
    service.clock.now += 3001;
    return (await service.ask("GET", "/api/v1/monitors", { token })).status;
  };
  expect(await status()).toBe(200);
  await addPerson(service.records, { id: "ann", role: "admin", at: noon });
  expect((await service.ask("DELETE", `/api/v1/users/${user.id}`)).status).toBe(204);
  expect(await status()).toBe(401);
});
