import { readOrMakeKey } from "../platform/crypto/key-file.ts";
import { createSealedBox } from "../platform/crypto/sealed-box.ts";
import { Failure } from "../platform/failure.ts";
import { waitUntilUp } from "../platform/scheduling/retry.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { endpointOf } from "../storage/clickhouse/endpoint.ts";
import { openJournal } from "../storage/journal/journal.ts";
import { openClickHouse } from "./clickhouse/open.ts";
import { openRecords } from "./records/open.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * Opens the records, ClickHouse (embedded or served) and the journal. The shutdown stack closes them in reverse order.
 */
export async function openEngines(settings: Settings, telemetry: Telemetry, shutdownStack: ShutdownStack) {
  const wait = waiting(settings, telemetry);
  const box = boxOf(settings);
  const onLost = (cause: Error) =>
    telemetry.emit({
      kind: "records-lost",
      level: "warn",
      message: "a connection to the records database was lost",
      facts: { error: cause.message },
    });
  const records = await wait("PostgreSQL", settings.records.kind === "postgres", () =>
    openRecords(settings.records, { box, onLost }),
  );
  shutdownStack.add(() => records.close());

  const { retentionDays, readSeconds } = settings.limits;
  const clickhouse = await wait("ClickHouse", settings.clickhouse.kind === "server", async () => {
    if (settings.clickhouse.kind === "server") await refuseSilence(settings.clickhouse.url);
    return openClickHouse({ variant: settings.clickhouse, retentionDays, readSeconds, emit: telemetry.emit });
  });
  shutdownStack.add(() => clickhouse.stop());

  const journal = await openJournal({
    folder: settings.journalFolder,
    maxBytes: settings.limits.journalBytes,
    reserveBytes: 32 * 2 ** 20,
    now: Date.now,
    onProblem: (message, facts) => telemetry.log.error(facts, message),
  });
  shutdownStack.add(() => journal.close());
  return { box, db: records.db, pingRecords: records.ping, clickhouse, journal };
}

export type Engines = Awaited<ReturnType<typeof openEngines>>;

/** Waits for separate servers, which may start after this service. */
function waiting(settings: Settings, telemetry: Telemetry) {
  return <Opened>(name: string, isServer: boolean, open: () => Promise<Opened>): Promise<Opened> =>
    waitUntilUp(open, {
      isAway: (thrown) => isServer && isUnreachable(thrown),
      timeoutMs: settings.limits.startTimeoutSeconds * 1000,
      onAway: (reason, facts) =>
        telemetry.log.warn(
          { event: "dependency-awaited", dependency: name, reason, ...facts },
          `${name} does not answer yet; the start waits for it`,
        ),
    });
}

/**
 * Sends a short request first: migrations may take minutes, so they would not detect a server that never
 * responds.
 */
async function refuseSilence(url: string): Promise<void> {
  try {
    const answer = await fetch(`${endpointOf(url).url}/ping`, { signal: AbortSignal.timeout(5000) });
    await answer.body?.cancel();
  } catch (thrown) {
    // The first statement reports any other problem.
    if (!(thrown instanceof Error) || thrown.name !== "TimeoutError") return;
    throw new Failure("dependency", "ClickHouse did not answer in time", { reason: "timeout" }, thrown);
  }
}

/** ClickHouse error codes for invalid credentials: user, password, access. */
const refusedCredentials: ReadonlySet<unknown> = new Set([192, 193, 194, 497, 516]);

function isUnreachable(thrown: unknown): boolean {
  if (!(thrown instanceof Failure) || thrown.blame !== "dependency") return false;
  const { reason, code } = thrown.facts;
  return ["unreachable", "timeout", "refused_for_now"].includes(String(reason)) && !refusedCredentials.has(code);
}

/** Opens the key that seals the secrets in the records. */
export const boxOf = ({ secretKey }: Pick<Settings, "secretKey">) =>
  createSealedBox(secretKey.kind === "given" ? secretKey.keys : [readOrMakeKey(secretKey.file)]);
