import type { FastifyInstance, FastifyReply } from "fastify";

/** What routes of pages for people without a sign-in declare. */
export const pageSettings = { schema: { hide: true }, config: { scope: "nobody" } } as const;

/** Adds pages without scripts whose forms need no sign-in. Their links authorize them. */
export async function addFormPages(app: FastifyInstance, add: (pages: FastifyInstance) => void): Promise<void> {
  await app.register((pages, _, done) => {
    // Only here are forms accepted: elsewhere a foreign page could submit them without a preflight request.
    pages.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 10_000 },
      (_request, _body, parsed) => parsed(null, {}),
    );
    add(pages);
    done();
  });
}

export const sendPage = (reply: FastifyReply, body: string) =>
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    // The URL contains the token of the link.
    .header("referrer-policy", "no-referrer")
    .serializer(String)
    .send(pageOf(body));

export const unknownLinkPage = `<h1>This link is not known here</h1>
<p>It may be cut off: links in emails are long. Nothing was changed.</p>`;

/** Escapes text from outside for HTML. */
export const escapedText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const pageOf = (
  body: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gaffe: emails</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><style>
:root{color-scheme:light dark}
body{font:17px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.4rem}button{font:inherit;padding:.6rem 1.2rem;border-radius:6px;border:1px solid;cursor:pointer}
</style></head><body><main>${body}</main></body></html>`;
