import type { FastifyInstance, FastifyRequest } from "fastify";
import { messageOf } from "../lib/failure.ts";
import { createAllow } from "./allow.ts";
import { documentPage } from "./document-page.ts";
import type { ApiNeeds } from "./needs.ts";
import { openapiOf } from "./openapi.ts";

/** Outside /api/v1, for those who run the service: health, metrics, the API's document and its page. */
export function addOperatorRoutes(app: FastifyInstance, needs: ApiNeeds): void {
  const { loopbackOnly, dependencies, telemetry, isServing = () => true } = needs;
  const allow = createAllow(needs);
  const schema = { hide: true };

  app.get("/healthz", { schema, config: open }, () => ({ status: "ok" }));

  app.get("/readyz", { schema, config: open }, async (_, reply) => {
    const parts = await Promise.all(Object.entries(dependencies).map(([name, ask]) => probe(name, ask)));
    const ready = isServing() && parts.every(({ ok }) => ok);
    // Who is not on this machine learns which part is missing, not why.
    const shown = parts.map(({ name, ok, because }) => [
      name,
      ok ? { ok } : { ok, ...(loopbackOnly ? { because } : {}) },
    ]);
    const status = ready ? "ready" : isServing() ? "not ready" : "stopping";
    return reply.status(ready ? 200 : 503).send({ status, dependencies: Object.fromEntries(shown) as unknown });
  });

  const onlyOperators = loopbackOnly
    ? {}
    : { onRequest: async (request: FastifyRequest) => void (await allow(request, { scope: "admin" })) };
  app.get("/metrics", { schema, config: open, ...onlyOperators }, async (_, reply) =>
    reply
      .type(telemetry.metrics.contentType)
      .serializer(String)
      .send(await telemetry.metrics.metrics()),
  );

  app.get("/openapi.json", { schema, config: open }, () => openapiOf(app));
  app.get("/docs/api", { schema, config: open }, (_, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .serializer(String)
      .send(documentPage(openapiOf(app))),
  );
}

/** Named here, so that the test of the auth rules knows that nobody forgot it. */
const open = { scope: "nobody" } as const;

async function probe(name: string, ask: () => Promise<void>) {
  const afterMs = 2000;
  const tooLate = AbortSignal.timeout(afterMs);
  const timeout = new Promise<never>((_, reject) => {
    tooLate.addEventListener("abort", () => reject(new Error(`no answer within ${afterMs} ms`)));
  });
  try {
    await Promise.race([ask(), timeout]);
    return { name, ok: true, because: "" };
  } catch (thrown) {
    return { name, ok: false, because: messageOf(thrown) };
  }
}
