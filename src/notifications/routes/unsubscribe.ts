import type { FastifyInstance, FastifyReply } from "fastify";
import { type MuteRequest, type MuteScope, muteOf } from "../mute.ts";
import type { MuteLinks } from "../mute-links.ts";
import type { MuteStore } from "../ports/notifications.ts";

interface UnsubscribeDependencies {
  readonly mutes: MuteStore;
  readonly muteLinks: Pick<MuteLinks, "read">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Adds the targets of unsubscribe links: a confirmation page, and the POST that mail programs send
 * automatically (RFC 8058). A link mutes only what it names, for the address it names. A GET changes nothing,
 * because virus scanners follow links.
 */
export async function addUnsubscribe(app: FastifyInstance, dependencies: UnsubscribeDependencies) {
  const { mutes, muteLinks, now } = dependencies;
  const settings = { schema: { hide: true }, config: { scope: "nobody" } } as const;

  await app.register((page, _, done) => {
    // Only here are forms accepted: elsewhere a foreign page could submit them without a preflight request.
    page.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 10_000 },
      (_request, _body, parsed) => parsed(null, {}),
    );

    page.get<{ Querystring: { t?: string } }>("/unsubscribe", settings, ({ query: { t = "" } }, reply) => {
      const request = muteLinks.read(t);
      return request ? sendPage(reply, confirmationPage(request)) : sendPage(reply.status(404), unknownPage);
    });

    page.post<{ Querystring: { t?: string } }>("/unsubscribe", settings, async ({ query: { t = "" } }, reply) => {
      const request = muteLinks.read(t);
      if (!request) return sendPage(reply.status(404), unknownPage);
      await mutes.add(muteOf(request, now()));
      return sendPage(reply, donePage(request));
    });
    done();
  });
}

const sendPage = (reply: FastifyReply, body: string) =>
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    // The URL contains the unsubscribe token.
    .header("referrer-policy", "no-referrer")
    .serializer(String)
    .send(pageOf(body));

const what: Readonly<Record<MuteScope, (name: string) => string>> = {
  project: (name) => `anything in the project <b>${escaped(name)}</b>`,
  monitor: (name) => `issues of the monitor <b>${escaped(name)}</b>`,
  issue: (name) => `the issue <b>${escaped(name)}</b>`,
};

const confirmationPage = ({ recipient, scope, subjectName }: MuteRequest) => `<h1>Fewer emails</h1>
<p>${escaped(recipient)} will get no more emails about ${what[scope](subjectName)}.</p>
<form method="post"><button>Stop these emails</button></form>`;

const donePage = ({ recipient, scope, subjectName }: MuteRequest) => `<h1>Done</h1>
<p role="status">${escaped(recipient)} gets no more emails about ${what[scope](subjectName)}.</p>
<p>A user with access can undo this under Settings, Notifications.</p>`;

const unknownPage = `<h1>This link is not known here</h1>
<p>It may be cut off: links in emails are long. Nothing was changed.</p>`;

const pageOf = (
  body: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gaffe: emails</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><style>
:root{color-scheme:light dark}
body{font:17px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.4rem}button{font:inherit;padding:.6rem 1.2rem;border-radius:6px;border:1px solid;cursor:pointer}
</style></head><body><main>${body}</main></body></html>`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
