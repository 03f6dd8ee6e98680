import type { Convention } from "../assembly/convention.ts";
import type { Datapoint } from "../datapoint.ts";

/** How a convention's instrumentation turns on message content. */
export type ContentSwitch = Pick<Convention, "name" | "contentSwitch">;

/** Number of calls of one instrumentation without message content, and how to turn it on. */
export interface ContentAdvice {
  readonly convention: string;
  readonly calls: number;
  /** One sentence for people: "12 calls carry no message content: set …". */
  readonly advice: string;
}

/**
 * Returns what to set to record the content that a datapoint lacks; undefined if it has content, or nothing is
 * known.
 */
export function contentSwitchFor(
  datapoint: Pick<Datapoint, "flags" | "convention">,
  conventions: readonly ContentSwitch[],
): string | undefined {
  if (datapoint.flags.includes("content_dropped"))
    return "turn on content in the project's privacy settings: they drop it";
  if (!datapoint.flags.includes("content_missing")) return undefined;
  return conventions.find((one) => one.name === datapoint.convention)?.contentSwitch;
}

/** Returns advice for counts of calls without content by convention, most calls first. */
export function contentAdvice(
  counts: ReadonlyMap<string, number>,
  conventions: readonly ContentSwitch[],
): readonly ContentAdvice[] {
  return [...counts]
    .filter(([, calls]) => calls > 0)
    .sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
    .map(([convention, calls]) => {
      const what =
        conventions.find((one) => one.name === convention)?.contentSwitch ??
        "look up how the instrumentation records message content";
      return {
        convention,
        calls,
        advice: `${calls} ${calls === 1 ? "call carries" : "calls carry"} no message content: ${what}.`,
      };
    });
}
