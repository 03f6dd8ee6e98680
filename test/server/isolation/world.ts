import { encodeTraces } from "../../../src/otlp/encode.ts";
import { chatSpan, withPrompt } from "../../lab/spans.ts";
import type { startMailServer } from "../../support/receivers/mail-server.ts";
import { type Service, testToken } from "../../support/service/service.ts";
import { eventually } from "../../support/service/service-api.ts";

/** Headers that authenticate a request. */
export type Credential = Readonly<Record<string, string>>;

export interface Seen {
  readonly status: number;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  readonly body: any;
}

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** One of two accounts with equal names for everything; only the canary differs. */
export interface Account {
  readonly canary: string;
  readonly admin: Credential;
  readonly member: Credential;
  readonly viewer: Credential;
  /** A member of the account, viewer in the second project, without access to the first. */
  readonly guest: Credential;
  readonly guestId: string;
  readonly adminToken: Credential;
  /** For a second project of the account, with all scopes. */
  readonly otherProject: Credential;
  /** Of the first project, whose personal token ended when the guest lost access to it. */
  readonly guestToken: Credential;
  readonly projectId: string;
}

const password = "correct horse battery";

/** Sends requests to the service; reads only the beginning of an endless response. */
export function askerOf(service: Service) {
  return async (method: string, path: string, who: Credential, body?: unknown): Promise<Seen> => {
    const cut = new AbortController();
    const answer = await fetch(`${service.url}${path.startsWith("/v1/") ? "" : "/api/v1"}${path}`, {
      method,
      signal: cut.signal,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...who },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const type = answer.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) {
      cut.abort();
      return { status: answer.status, text: "", body: undefined };
    }
    const text = await answer.text();
    const isJson = /^application\/(problem\+)?json\b/.test(type) && text !== "";
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : undefined };
  };
}
export type SendRequest = ReturnType<typeof askerOf>;

/** Creates the first account, signed up on this machine. */
export async function firstAccount(service: Service, mail: MailServer): Promise<Account> {
  const signedUp = await post(service, "/sign-up", { email: "ann@canary-a.example", password, token: testToken });
  return furnished(service, mail, "canary-a", signedUp);
}

/** Creates a second account, by a link to its address. */
export async function strangersAccount(service: Service, mail: MailServer): Promise<Account> {
  const email = "ann@canary-b.example";
  await post(service, "/sign-up", { email });
  const key = await keyMailedTo(mail, email);
  return furnished(service, mail, "canary-b", await post(service, "/links/join", { key, password }));
}

interface SignedUp {
  readonly cookie: string;
  readonly token: string;
}

async function post(service: Service, path: string, body: unknown): Promise<SignedUp> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const { token = "" } = (await answer.json()) as { token?: string };
  return { cookie: (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "", token };
}

async function keyMailedTo(mail: MailServer, address: string): Promise<string> {
  const links = () =>
    mail.mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ mail: { text = "" } }) => /#([0-9A-Za-z]{43})/.exec(text)?.[1] ?? []);
  const [key] = await eventually(
    () => Promise.resolve(links()),
    (found) => found.length > 0,
  );
  if (key === undefined) throw new Error(`no link was mailed to ${address}`);
  return key;
}

async function furnished(
  service: Service,
  mail: MailServer,
  canary: string,
  { cookie, token }: SignedUp,
): Promise<Account> {
  const request = askerOf(service);
  const admin = { cookie, origin: service.url };
  const make = async (path: string, body: unknown) => {
    const made = await request("POST", path, admin, body);
    if (made.status >= 300) throw new Error(`${path}: ${made.status} ${made.text}`);
    return made.body;
  };
  const invited = async (role: string, name = role): Promise<Credential> => {
    const { url } = await make("/invitations", { email: `${name}@${canary}.example`, role });
    const joined = await post(service, "/links/join", { key: url.split("#")[1], password });
    return { cookie: joined.cookie, origin: service.url };
  };
  const [member, viewer] = [await invited("member"), await invited("viewer")];
  await make("/invitations", { email: `late@${canary}.example` });

  const shop = await make("/projects", { name: "Shop" });
  const all = ["ingest", "read", "write", "admin"];
  const adminToken = { "api-key": (await make("/tokens", { name: "all", scopes: all })).secret };
  const otherProject = { "api-key": (await make("/tokens", { name: "shop", scopes: all, projectId: shop.id })).secret };

  await make("/channels", { name: "Team", target: { kind: "webhook", url: `https://example.org/${canary}` } });
  await make("/views", { page: "datapoints", name: "Slow", search: `q=${canary}` });
  await make("/dashboards", { name: canary, charts: [{ title: canary, q: canary, measure: "calls" }] });
  await make("/upstreams", { id: `at-${canary}`, baseUrl: `http://127.0.0.1:9/${canary}` });
  await make("/provider-keys", { provider: `at-${canary}`, key: `sk-${canary}-provider` });
  const model = await make("/models", { name: "Bot", definition: { type: "custom" } });
  const set = await make("/scenario-sets", { name: "Refunds", seedData: [{ input: canary, result: canary }] });
  await make("/test-runs", { name: "First", type: "NL_GENERATION", scenarioId: set.id, modelId: model.id });
  await make("/checks", {
    name: `own_${canary.replace("-", "_")}`,
    description: canary,
    body: { kind: "judge", prompt: canary },
  });
  await make("/judges", { name: canary, baseUrl: "http://127.0.0.1:9/v1", model: "m", key: `key-${canary}` });
  await sendCalls(service, canary, token);
  await make("/verdicts", { checks: [{ check: "model_refusal" }], q: canary });
  await make("/deletions", { kind: "session", value: `nobody-${canary}` });
  const [call] = (await request("GET", `/datapoints?q=${canary}`, admin)).body.items;
  await make("/verdicts/labels", { datapointId: call.id, check: "model_refusal", label: "failed", note: canary });
  await muteByMail(mail, canary);
  const guest = await invited("member", "guest");
  const guestToken = await request("POST", "/tokens", guest, { name: "guest", scopes: ["read", "write"] });
  const { items: users } = (await request("GET", "/users", admin)).body;
  const { id: guestId } = users.find(({ email }: { email: string }) => email === `guest@${canary}.example`);
  const { projectId } = (await request("GET", "/me", admin)).body;
  for (const [project, role] of [
    [projectId, "none"],
    [shop.id, "viewer"],
  ]) {
    const set = await request("PATCH", `/projects/${project}/members/${guestId}`, admin, { role });
    if (set.status !== 200) throw new Error(`the guest's role: ${set.status} ${set.text}`);
  }
  const tokens = { adminToken, otherProject, guestToken: { "api-key": guestToken.body.secret } };
  return { canary, admin, member, viewer, guest, guestId, ...tokens, projectId };
}

/** Sends a refused call, which becomes an issue and an email, and one with an image. */
async function sendCalls(service: Service, canary: string, token: string): Promise<void> {
  const answer = "I'm sorry, but I can't help with refunds.";
  const run = canary === "canary-a" ? 31 : 32;
  const plain = withPrompt(chatSpan({ run, number: 1, startMs: Date.now() - 2000, answer }), `Refund it. ${canary}`);
  const content = Buffer.from(`89504e470d0a1a0a${Buffer.from(canary).toString("hex")}`, "hex").toString("base64");
  const messages = JSON.stringify([
    { role: "user", parts: [{ type: "blob", modality: "image", mime_type: "image/png", content }] },
  ]);
  const call = chatSpan({ run, number: 2, startMs: Date.now() - 2000 });
  const conversation = ["gen_ai.conversation.id", `conversation-${canary}`] as const;
  const refused = { ...plain, attributes: new Map([...plain.attributes, conversation]) };
  const image = ["gen_ai.input.messages", messages] as const;
  const pictured = { ...call, attributes: new Map([...call.attributes, image, conversation]) };
  const response = await fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", "api-key": token, "x-gaffe-receipt": "wait" },
    body: encodeTraces([refused, pictured]),
  });
  if (!response.ok) throw new Error(`the calls were not taken: ${await response.text()}`);
}

/** Mutes notifications by the link at the end of an email. */
async function muteByMail(mail: MailServer, canary: string): Promise<void> {
  const notification = () =>
    mail.mails.filter(({ to, raw }) => to.includes(`ann@${canary}.example`) && /^list-unsubscribe:/im.test(raw));
  const [first] = await eventually(
    () => Promise.resolve(notification()),
    (found) => found.length > 0,
  );
  const header = first?.mail.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
  const url = /<(http[^>]+)>/.exec(header)?.[1];
  if (url === undefined) throw new Error("the notification has no link to end such mails");
  await fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
}
