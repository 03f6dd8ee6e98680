const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Time ranges on offer, by their name in the address. */
export const ranges = {
  "15m": { label: "Last 15 minutes", ms: 15 * minuteMs },
  "1h": { label: "Last hour", ms: hourMs },
  "6h": { label: "Last 6 hours", ms: 6 * hourMs },
  "24h": { label: "Last 24 hours", ms: 24 * hourMs },
  "7d": { label: "Last 7 days", ms: 7 * 24 * hourMs },
  "30d": { label: "Last 30 days", ms: 30 * 24 * hourMs },
} as const;

export const usualRange = "24h";

/** `range=` of the address as what the API takes: a name, or `from,to` in ISO 8601. Anything else is the usual one. */
export function rangeOf(text: string, now: number): { readonly from: number; readonly to?: number } {
  const [from = "", to = ""] = text.split(",").map((time) => Date.parse(time));
  if (typeof from === "number" && typeof to === "number" && from < to) return { from, to };
  const { ms } = Object.hasOwn(ranges, text) ? ranges[text as keyof typeof ranges] : ranges[usualRange];
  return { from: now - ms };
}
