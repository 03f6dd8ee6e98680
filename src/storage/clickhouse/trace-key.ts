import { hash } from "node:crypto";

const isHex = /^[0-9a-f]{16}$/;

/**
 * Column `trace_key` of `trace_batches`: a trace id as a number, by which random ids are found in half the time. The
 * last eight bytes, which are random with every sender (some fill the first with zeros or the time). Two traces may
 * share one.
 */
export const traceKey = (traceId: string): bigint => BigInt(`0x${digits(traceId)}`);

/** As `traceKey`, its lower and its upper 32 bits: cheaper where every trace is written. */
export function traceKeyHalves(traceId: string): readonly [lower: number, upper: number] {
  const hex = digits(traceId);
  return [Number.parseInt(hex.slice(8), 16), Number.parseInt(hex.slice(0, 8), 16)];
}

function digits(traceId: string): string {
  const last = traceId.slice(-16);
  return isHex.test(last) ? last : hash("sha256", traceId, "hex").slice(-16);
}
