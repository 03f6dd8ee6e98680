import { ClickHouseError } from "@clickhouse/client";
import { Failure, messageOf } from "../../platform/failure.ts";

/** Reasons that can be shown to people: those of ports/datapoint-reader.ts and those of an insert. */
type Reason = "timeout" | "too_much" | "refused_for_now" | "refused" | "unreachable";

/** ClickHouse's codes for temporary or server problems; any other is a defect of Gaffe. */
const reasons: Readonly<Record<Exclude<Reason, "refused" | "unreachable">, readonly number[]>> = {
  // TIMEOUT_EXCEEDED, TOO_SLOW, SOCKET_TIMEOUT
  timeout: [159, 160, 209],
  // TOO_MANY_ROWS, MEMORY_LIMIT_EXCEEDED, TOO_MANY_BYTES, TOO_MANY_ROWS_OR_BYTES
  too_much: [158, 241, 307, 396],
  // Files, network, no space, read-only, too many queries or parts, shutting down, credentials, Keeper.
  refused_for_now: [
    74, 75, 76, 192, 193, 194, 202, 203, 210, 225, 236, 242, 243, 252, 279, 285, 286, 290, 319, 335, 394, 425, 439, 473,
    497, 516, 722, 999,
  ],
};

/**
 * Converts an error of the client to a Failure that states who must act. The statement is omitted: it may hold
 * content.
 */
export function problemOf(thrown: unknown, doing: string): Failure {
  if (thrown instanceof Failure) return thrown;
  if (!(thrown instanceof ClickHouseError)) {
    const reason: Reason = /timeout/i.test(messageOf(thrown)) ? "timeout" : "unreachable";
    const message = reason === "timeout" ? "did not answer in time" : "cannot be reached";
    return new Failure("dependency", `ClickHouse ${message} (${doing})`, { reason, doing }, thrown);
  }
  const code = Number(thrown.code);
  const reason = (Object.keys(reasons) as (keyof typeof reasons)[]).find((name) => reasons[name].includes(code));
  const facts = { reason: reason ?? ("refused" satisfies Reason), doing, code, type: thrown.type };
  return new Failure(
    reason === undefined ? "defect" : "dependency",
    `ClickHouse refused (${doing}): ${thrown.type ?? code}`,
    facts,
    thrown,
  );
}

/** Returns whether the connection was closed during a request. */
export const isReset = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && (thrown.code === "ECONNRESET" || thrown.code === "EPIPE");

/** Returns whether a read exceeded its limit of time, rows or memory: a smaller one may succeed. */
export const isTooMuch = (thrown: unknown): boolean =>
  thrown instanceof Failure && ["timeout", "too_much"].includes(String(thrown.facts["reason"]));
