import { expect, test } from "vitest";
import { createMuteLinks } from "../../src/notifications/mute-links.ts";
import type { DeliveryRecord } from "../../src/notifications/ports/notifications.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { testBox } from "../support/engines/sealed-box.ts";
import { startApi } from "../support/service/api.ts";

const webhook = { name: "Ops", target: { kind: "webhook", url: "https://ops.example.org/hook?key=hidden" } };
const pathOf = (url: string) => url.slice(url.indexOf("/", 8));
const secretOf = (fill: string) => `whsec_${Buffer.alloc(32, fill).toString("base64")}`;

test("a webhook's secret is shown when it is made and never again", async () => {
  await using service = await startApi();
  const made = await service.ask("POST", "/api/v1/channels", { body: webhook });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ kind: "webhook", leadsTo: "https://ops.example.org/…", builtIn: false });
  expect(made.body.secret).toMatch(/^whsec_/);
  const listed = await service.ask("GET", "/api/v1/channels");
  expect(listed.body.items.map(({ id }: { id: string }) => id)).toEqual(["email", made.body.id]);
  expect(listed.text).not.toMatch(/whsec_|hidden/);
});

test("a new secret signs next to the one before it, and no third stays", async () => {
  await using service = await startApi();
  const target = (secret: string) => ({ ...webhook.target, secret });
  const made = await service.ask("POST", "/api/v1/channels", { body: { ...webhook, target: target(secretOf("a")) } });
  expect(made.body.secret).toBeUndefined();
  for (const secret of ["b", "c"].map(secretOf)) {
    const changed = await service.ask("PATCH", `/api/v1/channels/${made.body.id}`, {
      body: { target: target(secret) },
    });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toContain("whsec_");
  }
  expect(await service.records.channels.get("global" as never, made.body.id)).toMatchObject({
    target: { secrets: [secretOf("c"), secretOf("b")] },
  });
});

test("a Slack token and URL are shown nowhere, and a channel is turned off and on", async () => {
  await using service = await startApi();
  const app = { kind: "slack_app", token: "xoxb-1-secret", conversation: "C1" };
  const made = await service.ask("POST", "/api/v1/channels", { body: { name: "Team", target: app } });
  const hook = { kind: "slack_webhook", url: "https://hooks.slack.com/services/T/B/secret" };
  await service.ask("POST", "/api/v1/channels", { body: { name: "Hook", target: hook } });
  expect((await service.ask("GET", "/api/v1/channels")).text).not.toContain("secret");
  const path = `/api/v1/channels/${made.body.id}`;
  expect((await service.ask("PATCH", path, { body: { enabled: false } })).body).toMatchObject({
    disabledReason: "turned off",
  });
  expect((await service.ask("PATCH", path, { body: { enabled: true } })).body.disabledReason).toBeUndefined();
  expect((await service.ask("DELETE", path)).status).toBe(204);
  expect((await service.ask("DELETE", path)).status).toBe(404);
});

test.each([
  [{ name: "x", target: { kind: "webhook", url: "file:///etc/passwd" } }],
  [{ name: "x", target: { kind: "webhook", url: "https://a.example", secret: "short" } }],
  [{ name: "x", target: { kind: "email", to: ["nobody"] } }],
  [{ name: "x", target: { kind: "slack_app", token: "abc", conversation: "C1" } }],
  [{ name: "x", target: { kind: "pager" } }],
  [{ name: "x", target: { kind: "email", to: "account" }, surprise: 1 }],
])("%j is refused", async (body) => {
  await using service = await startApi();
  expect((await service.ask("POST", "/api/v1/channels", { body })).status).toBe(400);
});

test("the built-in channel can be tested, not changed; a test goes to a recipient of the channel", async () => {
  const sent: unknown[] = [];
  const record = {
    id: "t",
    channelId: "email",
    kind: "test",
    state: "sent",
    dueAt: noon,
    createdAt: noon,
    attempts: 1,
  };
  await using service = await startApi({
    sendTest: (channel, recipient) => {
      sent.push([channel.id, recipient]);
      return Promise.resolve({ ...record, issueNumbers: [], monitors: [], eventCount: 0 } as unknown as DeliveryRecord);
    },
  });
  expect((await service.ask("PATCH", "/api/v1/channels/email", { body: { name: "x" } })).status).toBe(409);
  expect((await service.ask("DELETE", "/api/v1/channels/email")).status).toBe(409);
  const body = { name: "Two", target: { kind: "email", to: ["a@example.org", "b@example.org"] } };
  const { id } = (await service.ask("POST", "/api/v1/channels", { body })).body;
  for (const { email } of service.emails) await service.ask("POST", pathOf(email.button.url), { token: "" });
  expect((await service.ask("POST", `/api/v1/channels/${id}/test`)).body).toMatchObject({ state: "sent" });
  const given = (recipient: string) => service.ask("POST", `/api/v1/channels/${id}/test`, { body: { recipient } });
  expect((await given("b@example.org")).status).toBe(200);
  expect((await given("eve@example.org")).status).toBe(400);
  expect(sent).toEqual([
    [id, "a@example.org"],
    [id, "b@example.org"],
  ]);
});

test("a monitor's preferences contain times and zones, and an unknown zone is refused", async () => {
  await using service = await startApi();
  const preference = {
    channel: "email",
    on: ["error"],
    changes: ["opened"],
    maxSeverity: "major",
    cadence: "daily",
    dailyAt: "08:30",
    quietHours: { from: "22:00", to: "07:00" },
    timeZone: "Europe/Berlin",
  };
  const monitor = { name: "M", condition: "", checks: [{ check: "model_refusal" }], notifications: [preference] };
  const made = await service.ask("POST", "/api/v1/monitors", { body: monitor });
  expect(made.body.notifications).toEqual([preference]);
  const wrong = { ...monitor, notifications: [{ ...preference, timeZone: "Moon/Base" }] };
  expect((await service.ask("POST", "/api/v1/monitors", { body: wrong })).status).toBe(400);
});

test("a link of a mail mutes by a form or by one click, without a token; a GET and a foreign link change nothing", async () => {
  await using service = await startApi({ loopbackOnly: false });
  const request = {
    projectId: globalProject,
    scope: "monitor",
    subjectId: "m1",
    subjectName: "<b>Refunds</b>",
  } as const;
  const token = createMuteLinks(testBox).tokenOf({ ...request, recipient: "ann@example.org" });
  const link = `/unsubscribe?t=${token}`;
  const mutes = async () => (await service.ask("GET", "/api/v1/mutes")).body.items;
  const shown = await service.ask("GET", link, { token: "" });
  expect([shown.status, shown.text.includes("<b>Refunds")]).toEqual([200, false]);
  expect(shown.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await mutes()).toEqual([]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const oneClick = { token: "", headers, body: "List-Unsubscribe=One-Click" };
  for (let times = 0; times < 2; times++) expect((await service.ask("POST", link, oneClick)).status).toBe(200);
  expect(await mutes()).toMatchObject([{ recipient: "ann@example.org", scope: "monitor", name: "<b>Refunds</b>" }]);
  expect((await service.ask("POST", "/unsubscribe?t=made-up", oneClick)).status).toBe(404);
  // Forms are accepted only on the unsubscribe page.
  expect((await service.ask("POST", "/api/v1/monitors", { headers, body: "name=x" })).status).toBe(415);
  const [{ id }] = await mutes();
  expect((await service.ask("DELETE", `/api/v1/mutes/${id}`)).status).toBe(204);
  expect(await mutes()).toEqual([]);
  expect((await service.ask("DELETE", `/api/v1/mutes/${id}`)).status).toBe(404);
});

test("the history is empty at first and takes filters", async () => {
  await using service = await startApi();
  const answer = await service.ask("GET", "/api/v1/notifications?state=failed&channel=email");
  expect(answer.body).toEqual({ items: [] });
});
