import { type AddressGuard, createAddressGuard } from "../platform/http/address.ts";
import type { EmbeddedEngine } from "../storage/clickhouse/embedded/supervisor.ts";
import type { Settings } from "./settings/settings.ts";

interface AddressGuardsDependencies {
  readonly settings: Pick<Settings, "allowNetworks" | "clickhouse" | "grpcPort" | "records" | "smtpUrl">;
  readonly engine: Pick<EmbeddedEngine, "endpoint"> | undefined;
  readonly ownPort: () => number;
}

/**
 * Creates the guard of all addresses that users enter. Gaffe's own ports and those of its databases are refused
 * wherever private addresses are allowed. The guard of model calls by the proxy and by judges allows the port of this
 * process: a judge may call its model through this proxy, and the proxy detects a loop itself.
 */
export function createAddressGuards({ settings, engine, ownPort }: AddressGuardsDependencies): {
  readonly guard: AddressGuard;
  readonly modelGuard: AddressGuard;
} {
  const { allowNetworks, clickhouse, records, grpcPort, smtpUrl } = settings;
  const fixed = [
    grpcPort,
    ...(clickhouse.kind === "server" ? [portOf(clickhouse.url, clickhouse.url.startsWith("https:") ? 443 : 80)] : []),
    ...(records.kind === "postgres" ? [portOf(records.url, 5432)] : []),
    ...(smtpUrl === undefined ? [] : [portOf(smtpUrl, smtpUrl.startsWith("smtps:") ? 465 : 587)]),
  ];
  const databasePorts = () => (engine ? [...fixed, portOf(engine.endpoint().url, 80)] : fixed);
  return {
    guard: createAddressGuard(allowNetworks, () => [...databasePorts(), ownPort()]),
    modelGuard: createAddressGuard(allowNetworks, databasePorts),
  };
}

const portOf = (url: string, standard: number) => Number(new URL(url).port || standard);
