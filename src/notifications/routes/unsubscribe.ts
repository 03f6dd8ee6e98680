import type { FastifyInstance, FastifyReply } from "fastify";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { type MuteRequest, type MuteScope, muteOf } from "../mute.ts";

/**
 * Where links in e-mails lead: a page that asks once, and the POST that mail programs send by themselves (RFC 8058).
 * Who holds a link may mute what it names for the address it names, and nothing else. A GET changes nothing, because
 * virus scanners follow links.
 */
export async function addUnsubscribe(app: FastifyInstance, needs: Pick<ApiNeeds, "mutes" | "muteLinks" | "now">) {
  const { mutes, muteLinks, now } = needs;
  const settings = { schema: { hide: true }, config: { scope: "nobody" } } as const;

  await app.register((page, _, done) => {
    // Forms, here only: everywhere else a page of somebody else could send them without asking.
    page.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 10_000 },
      (_request, _body, parsed) => parsed(null, {}),
    );

    page.get<{ Querystring: { t?: string } }>("/unsubscribe", settings, ({ query: { t = "" } }, reply) => {
      const request = muteLinks.read(t);
      return request ? sendPage(reply, askPage(request)) : sendPage(reply.status(404), unknownPage);
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
    // The address holds the link.
    .header("referrer-policy", "no-referrer")
    .serializer(String)
    .send(pageOf(body));

const what: Readonly<Record<MuteScope, (name: string) => string>> = {
  project: (name) => `anything in the project <b>${escaped(name)}</b>`,
  monitor: (name) => `issues of the monitor <b>${escaped(name)}</b>`,
  issue: (name) => `the issue <b>${escaped(name)}</b>`,
};

const askPage = ({ recipient, scope, subjectName }: MuteRequest) => `<h1>Fewer e-mails</h1>
<p>${escaped(recipient)} will get no more e-mails about ${what[scope](subjectName)}.</p>
<form method="post"><button>Stop these e-mails</button></form>`;

const donePage = ({ recipient, scope, subjectName }: MuteRequest) => `<h1>Done</h1>
<p role="status">${escaped(recipient)} gets no more e-mails about ${what[scope](subjectName)}.</p>
<p>Somebody with access can undo this under Settings, Notifications.</p>`;

const unknownPage = `<h1>This link is not known here</h1>
<p>It may be cut off: links in e-mails are long. Nothing was changed.</p>`;

const pageOf = (
  body: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gaffe: e-mails</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><style>
:root{color-scheme:light dark}
body{font:17px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.4rem}button{font:inherit;padding:.6rem 1.2rem;border-radius:6px;border:1px solid;cursor:pointer}
</style></head><body><main>${body}</main></body></html>`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
