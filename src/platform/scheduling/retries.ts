import type { Datapoint } from "../../datapoints/datapoint.ts";
import { attributeText } from "../../datapoints/query/attribute-text.ts";

/** How often the very request had been sent before (OpenTelemetry, HTTP client spans); a first try has none. */
export const resendCount = "http.request.resend_count";

/** A number of tries as senders write it; RE2 reads it alike. */
export const countShape = /^[0-9]{1,9}$/;

/** How many tries of the same call came before this one, as its sender tells; undefined where it tells nothing. */
export function retriesOf({ attributes }: Pick<Datapoint, "attributes">): number | undefined {
  const told = attributes.get(resendCount);
  const text = told === undefined ? "" : attributeText(told);
  return countShape.test(text) ? Number(text) : undefined;
}
