import type { Kysely } from "kysely";
import type { Accounts } from "../accounts/index.ts";
import { startReceivers, startRejectedRequests } from "../ingest/start.ts";
import type { Admission } from "../otlp/ports/admission.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { Providers } from "../providers/index.ts";
import { startProxyHandler } from "../proxy/start.ts";
import type { Tables } from "../storage/index.ts";
import type { Settings } from "./settings/settings.ts";

interface EntryPointsDependencies {
  readonly settings: Pick<Settings, "host" | "grpcPort" | "limits" | "proxy">;
  readonly db: Kysely<Tables>;
  /** Port on which this service listens. */
  readonly ownPort: () => number;
  readonly accounts: Pick<Accounts, "authenticate">;
  readonly providers: Pick<Providers, "settings">;
  readonly admission: Admission;
  readonly proxyGuard: AddressGuard;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** Starts what takes in telemetry: the receivers and the proxy, which share the record of rejected requests. */
export async function startEntryPoints({
  settings,
  db,
  ownPort,
  accounts,
  providers,
  admission,
  proxyGuard,
  telemetry,
  shutdownStack,
  now,
}: EntryPointsDependencies) {
  const { authenticate } = accounts;
  const rejected = startRejectedRequests({ db, authenticate, telemetry, shutdownStack, now });
  const receivers = await startReceivers({
    host: settings.host,
    grpcPort: settings.grpcPort,
    limits: settings.limits,
    telemetry,
    shutdownStack,
    admission,
    authenticate,
    rejected,
    now,
  });
  const proxy = startProxyHandler({
    settings: providers.settings,
    conduct: settings.proxy,
    guard: proxyGuard,
    ownPort,
    telemetry,
    shutdownStack,
    admission,
    authenticate,
    rejected,
  });
  return { rejected, receivers, proxy };
}
