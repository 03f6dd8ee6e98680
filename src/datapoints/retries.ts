import type { Datapoint } from "./datapoint.ts";
import { attributeText } from "./query/attribute-text.ts";

/**
 * Number of times the same request was sent before (OpenTelemetry, HTTP client spans); a first attempt has none.
 */
export const resendCount = "http.request.resend_count";

/** A number of attempts as clients write it; RE2 reads it the same way. */
export const countShape = /^[0-9]{1,9}$/;

/**
 * Returns how many attempts of the same call preceded this one, as reported by its client; undefined if not
 * reported.
 */
export function retriesOf({ attributes }: Pick<Datapoint, "attributes">): number | undefined {
  const value = attributes.get(resendCount);
  const text = value === undefined ? "" : attributeText(value);
  return countShape.test(text) ? Number(text) : undefined;
}
