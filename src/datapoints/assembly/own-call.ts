import type { Datapoint } from "../datapoint.ts";

/** Attribute under which the proxy records the header `x-gaffe-origin`. */
export const originAttribute = "gaffe.origin";

/**
 * Whether the call was made by a Gaffe judge through Gaffe's proxy. It is recorded like any other, but never
 * checked.
 */
export const isJudgesOwn = ({ source, attributes }: Pick<Datapoint, "source" | "attributes">): boolean =>
  source === "proxy" && attributes.get(originAttribute) === "judge";
