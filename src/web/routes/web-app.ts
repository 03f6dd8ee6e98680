import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Output of `npm run build`. */
const builtWebApp = join(import.meta.dirname, "../../../dashboards/app/dist");

/** Pages of the app all return the same file; the app reads the URL. Short links are among them. */
const pages = [
  "/",
  "/p/*",
  "/d/:id",
  "/i/:id",
  "/t/:id",
  "/sign-in",
  "/sign-up",
  "/reset",
  "/join",
  "/second-factor",
  "/sso",
] as const;

/**
 * Serves the web app: its page with a fresh nonce at each of its URLs, and its hashed files with an unlimited
 * cache lifetime. Other paths are 404, so that a mistyped API path never returns a page.
 */
export async function addWebApp(app: FastifyInstance, folder: string = builtWebApp): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  const schema = { hide: true };
  const config = { scope: "nobody" } as const;

  for (const url of pages) {
    app.get(url, { schema, config }, async (_, reply) => {
      // Read on every request: a build next to a running service removes files that an older page refers to.
      const page = await readFile(join(folder, "index.html"), "utf8").catch(() => undefined);
      return page === undefined ? sendUnbuilt(reply) : sendPage(reply, page);
    });
  }
  app.get<{ Params: { file: string } }>("/assets/:file", { schema, config }, ({ params }, reply) =>
    reply.sendFile(`assets/${params.file}`, folder, { immutable: true, maxAge: "365d" }),
  );
  app.get("/favicon.svg", { schema, config }, (_, reply) => reply.sendFile("favicon.svg", folder, { maxAge: "1d" }));
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .header("content-security-policy", policyOf(nonce))
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .serializer(String)
    .send(page.replaceAll("__NONCE__", nonce));
}

/** Allows nothing external, and inline only what has the nonce; recorded content cannot run or send requests. */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const sendUnbuilt = (reply: FastifyReply) =>
  reply
    .status(503)
    .type("text/plain; charset=utf-8")
    .serializer(String)
    .send("Gaffe is running, but its web app is not built. Run: npm run build\n");
