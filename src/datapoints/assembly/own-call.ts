import type { Datapoint } from "../datapoint.ts";

/** The attribute under which the proxy records the header `x-gaffe-origin`. */
export const originAttribute = "gaffe.origin";

/** A call that a judge of ours made through our own proxy: it is recorded like any other, and never judged itself. */
export const isJudgesOwn = ({ source, attributes }: Pick<Datapoint, "source" | "attributes">): boolean =>
  source === "proxy" && attributes.get(originAttribute) === "judge";
