import type { Kysely } from "kysely";
import type { SealedBox } from "../platform/crypto/sealed-box.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ClickHouse } from "./clickhouse/client.ts";
import type { Tables } from "./records/tables.ts";

/** The databases and the process, as modules use them. The start of a module names those that it needs. */
export interface Handles {
  readonly db: Kysely<Tables>;
  readonly clickhouse: ClickHouse;
  /** Seals secrets in the records. */
  readonly box: SealedBox;
  /** Restricts the addresses that users enter. */
  readonly addressGuard: AddressGuard;
  readonly telemetry: Telemetry;
  /** A module adds how it is stopped. */
  readonly shutdownStack: ShutdownStack;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}
