import type { Monitor } from "../../monitors/index.ts";
import type { Described } from "../fingerprint/verdict-cause.ts";

/** Checks whose findings depend on the request. A leaked key or a slow answer has the same cause for all topics. */
const topical: ReadonlySet<string | undefined> = new Set([
  "Agents and traces",
  "Answer correctness",
  "Bias and fairness",
  "Business policy",
  "Content safety",
  "Conversation",
  "Refusals and completion behaviour",
  "Regulated domains",
  "Retrieval and grounding",
  "Task types",
  "Truthfulness",
]);

/**
 * Returns whether behavioral findings of a monitor are grouped by the request: as its grouping says, else by the
 * category of the check. A threshold counts all findings of a check.
 */
export const isByTopic = ({ grouping, threshold }: Monitor, { category }: Pick<Described, "category">): boolean =>
  grouping?.topics ?? (threshold === undefined && topical.has(category));
