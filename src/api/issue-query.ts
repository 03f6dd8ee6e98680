import { errorTypes } from "../domain/error-types.ts";
import { asMonitorId } from "../domain/ids.ts";
import { issueKinds, issueStates } from "../domain/issue.ts";
import type { Filter, Query } from "../domain/query/index.ts";
import { severities } from "../domain/verdict.ts";
import type { IssueFilter } from "../ports/records.ts";
import { refusal } from "./route.ts";

/**
 * A query about issues as the filter that the records understand: words and `is`, `state`, `kind`, `severity`, `check`,
 * `error.type`, `monitor`, `title`, all of which must hold. What a filter cannot say is refused, never left out.
 */
export function issueFilterOf(query: Query): IssueFilter {
  return query.kind === "and" ? query.of.map(one).reduce(both, {}) : one(query);
}

function one(query: Query): IssueFilter {
  switch (query.kind) {
    case "all":
      return {};
    case "text":
      return { texts: [query.text] };
    case "filter":
      return filter(query);
    case "and":
    case "or":
    case "not":
      throw refusal("invalid-query", "issues are found by words and fields that must all hold, without OR or NOT", "q");
    default:
      return query satisfies never;
  }
}

function filter({ field, op, values }: Filter): IssueFilter {
  const words = values.flatMap((value) => (value.kind === "word" ? [value.text] : []));
  if (words.length !== values.length || (op !== ":" && op !== ":=")) throw unable(field);
  const [word = ""] = words;
  const single = (made: IssueFilter) => {
    if (words.length !== 1) throw unable(field);
    return made;
  };
  switch (field) {
    case "is":
      return word === "regressed" ? single({ regressed: true }) : { states: known(issueStates, words, field) };
    case "state":
      return { states: known(issueStates, words, field) };
    case "kind":
      return { kinds: known(issueKinds, words, field) };
    case "severity":
      return { severities: known(severities, words, field) };
    case "check":
      return single({ check: word });
    case "error.type":
      return single({ errorType: known(errorTypes, words, field)[0] ?? word });
    case "monitor":
      return single({ monitorId: asMonitorId(word) });
    case "title":
    case "explanation":
      return single({ texts: [word] });
    default:
      throw unable(field);
  }
}

function both(left: IssueFilter, right: IssueFilter): IssueFilter {
  const clash = Object.keys(right).find((key) => key !== "texts" && key in left);
  if (clash !== undefined) throw refusal("invalid-query", `${clash} is asked for twice`, "q");
  const texts = [...(left.texts ?? []), ...(right.texts ?? [])];
  return { ...left, ...right, ...(texts.length > 0 ? { texts } : {}) };
}

function known<const Word extends string>(all: readonly Word[], words: readonly string[], field: string): Word[] {
  const found = all.filter((word) => words.includes(word));
  if (found.length !== words.length) throw unable(field);
  return found;
}

const unable = (field: string) =>
  refusal("invalid-query", `issues cannot be filtered by ${field} in this way yet`, "q");
