import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { presentedToken } from "../../../src/accounts/sign-in/credentials.ts";
import { createAccept } from "../../../src/ingest/otlp/accept.ts";
import type { Authenticate, OverQuota } from "../../../src/ingest/otlp/authenticate.ts";
import { otlpEvents } from "../../../src/ingest/otlp/events.ts";
import { createPreparePool } from "../../../src/ingest/otlp/prepare-pool.ts";
import { type OtlpGrpcDependencies, startOtlpGrpc } from "../../../src/ingest/otlp-grpc/otlp-grpc.ts";
import { createOtlpHttp } from "../../../src/ingest/otlp-http/otlp-http.ts";
import { defaultLimits, type OtlpLimits } from "../../../src/otlp/limits.ts";
import type { Admission, Batch, Summary } from "../../../src/otlp/ports/admission.ts";
import { admitWithin, type Quotas } from "../../../src/pipeline/quotas.ts";
import { Failure } from "../../../src/platform/failure.ts";
import { createEarlyResponse } from "../../../src/platform/http/early-response.ts";
import { createInFlight } from "../../../src/platform/http/in-flight.ts";
import { asProjectId } from "../../../src/platform/ids.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";

export const goodToken = "gaffe_test";
export const readOnlyToken = "gaffe_read_only";

export interface ReceiverOptions {
  readonly limits?: Partial<OtlpLimits>;
  readonly bodyTimeoutMs?: number;
  readonly inFlightBytes?: number;
  readonly settled?: () => Promise<Summary>;
  readonly quotas?: Quotas;
  readonly overQuota?: OverQuota;
  readonly grpc?: Partial<OtlpGrpcDependencies>;
}

/** Starts both OTLP transports on random ports in this process; their admission collects batches in a list. */
export async function startReceiver({
  limits,
  bodyTimeoutMs,
  inFlightBytes,
  settled,
  quotas,
  overQuota,
  grpc: grpcOptions,
}: ReceiverOptions = {}) {
  const batches: Batch[] = [];
  const state: { full: boolean; admitThrows?: Error; authenticateThrows?: Error } = { full: false };
  const telemetry = createTelemetry({ level: "silent", declared: otlpEvents });
  const pool = createPreparePool({ onLost: () => undefined });
  const inFlight = createInFlight({ limitBytes: inFlightBytes ?? 96 * 1024 * 1024 });
  const accept = createAccept({
    prepare: pool.prepare,
    admission: quotas ? admitWithin(quotas, admission(), telemetry.emit) : admission(),
    telemetry,
    now: Date.now,
  });
  const dependencies = {
    accept,
    authenticate: ((request) => {
      if (state.authenticateThrows) return Promise.reject(state.authenticateThrows);
      return authenticate(request);
    }) satisfies Authenticate,
    inFlight,
    ...(overQuota === undefined ? {} : { overQuota }),
    telemetry,
    limits: { ...defaultLimits, ...limits },
  };
  const otlpHttp = createOtlpHttp({ ...dependencies, ...(bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs }) });
  const http = createServer({ ServerResponse: createEarlyResponse() }, (request, response) => {
    if (!otlpHttp(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const grpc = await startOtlpGrpc({
    ...dependencies,
    host: "127.0.0.1",
    port: 0,
    ...(bodyTimeoutMs === undefined ? {} : { pace: { timeoutMs: bodyTimeoutMs, bytesPerSecond: 16 * 1024 } }),
    ...grpcOptions,
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    grpcPort: grpc.port,
    batches,
    state,
    inFlight,
    telemetry,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await grpc.close();
      await pool.close();
    },
  };

  function admission(): Admission {
    const hashes = new Set<string>();
    return {
      async admit(batch) {
        if (state.admitThrows) throw state.admitThrows;
        if (state.full) throw new Failure("dependency", "the journal is full", { retryAfterSeconds: 7 });
        const repeated = hashes.has(batch.bodyHash);
        hashes.add(batch.bodyHash);
        if (!repeated) batches.push(batch);
        return { repeated, settled: settled ?? (() => Promise.resolve(summaryOf(batch))) };
      },
    };
  }
}

const summaryOf = (batch: Batch): Summary => ({
  datapointsCreated: 1,
  spansProcessed: batch.traceIds.length,
  checksExecuted: 12,
  issuesFound: 0,
});

const authenticate: Authenticate = async ({ headers }) => {
  const token = presentedToken(headers);
  if (token === undefined || token === goodToken) return { kind: "project", projectId: asProjectId("global") };
  return token === readOnlyToken
    ? { kind: "refused", status: 403, message: "this token may not ingest" }
    : { kind: "refused", status: 401, message: "this token is not known" };
};
