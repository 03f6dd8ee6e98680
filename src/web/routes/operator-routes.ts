import type { FastifyInstance, FastifyRequest } from "fastify";
import { presentedToken } from "../../accounts/service.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Allow, ClientAddress } from "../../server/index.ts";
import { createClientOf, isOperator, refusal } from "../../server/service.ts";
import type { Journal, JournalDamage, StoreCondition } from "../../storage/index.ts";
import { documentPage } from "./document-page.ts";
import { openapiOf } from "./openapi.ts";

export interface OperatorRouteDependencies {
  readonly allow: Allow;
  readonly telemetry: Telemetry;
  readonly journal: Pick<Journal, "refusal" | "damaged">;
  /** Condition of the databases at the last background probe. */
  readonly stores: () => readonly StoreCondition[];
  readonly clientAddress: ClientAddress;
  /** The service listens on loopback only. */
  readonly loopbackOnly: boolean;
  /** Token with which a monitoring system reads the metrics, besides those of operators. */
  readonly metricsToken?: string;
  /** False from the moment the process receives the signal to stop. */
  readonly isServing?: () => boolean;
}

/** Adds routes outside /api/v1 for operators: readiness, metrics, the API document and its page. */
export function addOperatorRoutes(app: FastifyInstance, dependencies: OperatorRouteDependencies): void {
  const { allow, metricsToken, telemetry } = dependencies;
  const clientOf = createClientOf(dependencies);
  const schema = { hide: true };

  app.get("/healthz", { schema, config: open }, () => ({ status: "ok" }));

  app.get("/readyz", { schema, config: open }, ({ raw }, reply) => {
    const { isReady, ...body } = readiness(dependencies, clientOf(raw).isLocal);
    if (!isReady) reply.header("retry-after", "5");
    return reply.status(isReady ? 200 : 503).send(body);
  });

  /** Metrics are about all accounts together: an admin of one of them isn't enough. */
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if (metricsToken !== undefined && isSameSecret(presentedToken(request.headers), metricsToken)) return;
    if (clientOf(request.raw).isLocal) return;
    if (isOperator(await allow(request, { scope: "admin" }))) return;
    throw refusal(
      "forbidden",
      "this is for who runs the service: an admin of its first account, or GAFFE_METRICS_TOKEN",
    );
  };
  app.get("/metrics", { schema, config: open, onRequest }, async (_, reply) =>
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

/** Explicit, so that the test of the auth rules sees an intentional choice. */
const open = { scope: "nobody" } as const;

/**
 * Reports whether new data is accepted, so that a load balancer removes a replica only when another one helps.
 * An unreachable database is named but does not count while the journal has room. Messages may contain
 * addresses and paths, so only clients on this machine see them.
 */
function readiness({ journal, stores, isServing = () => true }: OperatorRouteDependencies, isLocal: boolean) {
  const dependencies = Object.fromEntries(
    stores().map(({ name, isAvailable, reason }) => [
      name,
      isAvailable ? { ok: true } : { ok: false, ...(isLocal ? { reason } : {}) },
    ]),
  );
  const degraded = stores()
    .filter(({ isAvailable }) => !isAvailable)
    .map(({ name, reason = "no reason is known" }) => `${name}: ${isLocal ? reason : "does not answer"}`);
  const damage = journal.damaged();
  if (damage.records + damage.writeBatches + damage.files.length > 0) degraded.push(damageText(damage));
  const shown = { ...(degraded.length > 0 ? { degraded } : {}), dependencies };
  if (!isServing()) return { isReady: false, status: "stopping", reason: "stopping", ...shown };
  const refusal = journal.refusal();
  if (refusal === undefined) return { isReady: true, status: "ok", ...shown };
  const message = isLocal ? { message: refusal.message } : {};
  return { isReady: false, status: "unavailable", reason: refusal.reason, ...message, ...shown };
}

const damageText = ({ records, writeBatches, files }: JournalDamage) =>
  `journal: ${records} damaged records, ${writeBatches} damaged results, damaged files: ${files.join(", ") || "none"}`;

/** Compares by digest, which takes the same time however much of a guess is right. */
const isSameSecret = (presented: string | undefined, secret: string): boolean =>
  presented !== undefined && digest(presented) === digest(secret);
