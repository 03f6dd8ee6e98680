import type { FastifyInstance, FastifyRequest } from "fastify";
import { createAllow } from "../../server/routes/allow.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import type { JournalDamage } from "../../storage/ports/journal.ts";
import { documentPage } from "./document-page.ts";
import { openapiOf } from "./openapi.ts";

/** Outside /api/v1, for those who run the service: readiness, metrics, the API's document and its page. */
export function addOperatorRoutes(app: FastifyInstance, needs: ApiNeeds): void {
  const { loopbackOnly, telemetry } = needs;
  const allow = createAllow(needs);
  const schema = { hide: true };

  app.get("/healthz", { schema, config: open }, () => ({ status: "ok" }));

  app.get("/readyz", { schema, config: open }, (_, reply) => {
    const { isReady, ...body } = readiness(needs);
    if (!isReady) reply.header("retry-after", "5");
    return reply.status(isReady ? 200 : 503).send(body);
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

/**
 * Whether new data is accepted: a balancer that asks this takes a replica out only when another one can help. A database
 * that is away does not count while the journal has room; it is named. Messages may hold addresses and paths: only
 * somebody on this machine sees them.
 */
function readiness({ journal, stores, loopbackOnly, isServing = () => true }: ApiNeeds) {
  const dependencies = Object.fromEntries(
    stores().map(({ name, isAvailable, reason }) => [
      name,
      isAvailable ? { ok: true } : { ok: false, ...(loopbackOnly ? { reason } : {}) },
    ]),
  );
  const degraded = stores()
    .filter(({ isAvailable }) => !isAvailable)
    .map(({ name, reason = "no reason is known" }) => `${name}: ${loopbackOnly ? reason : "does not answer"}`);
  const damage = journal.damaged();
  if (damage.records + damage.writeBatches + damage.files.length > 0) degraded.push(damageText(damage));
  const shown = { ...(degraded.length > 0 ? { degraded } : {}), dependencies };
  if (!isServing()) return { isReady: false, status: "stopping", reason: "stopping", ...shown };
  const refusal = journal.refusal();
  if (refusal === undefined) return { isReady: true, status: "ok", ...shown };
  const message = loopbackOnly ? { message: refusal.message } : {};
  return { isReady: false, status: "unavailable", reason: refusal.reason, ...message, ...shown };
}

const damageText = ({ records, writeBatches, files }: JournalDamage) =>
  `journal: ${records} damaged records, ${writeBatches} damaged results, damaged files: ${files.join(", ") || "none"}`;
