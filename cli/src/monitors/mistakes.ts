import type { ErrorObject } from "ajv";
import { meant } from "../nearest.ts";

/** A mistake at one position of a file. */
export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Parses a step of a path; numbers are list indexes. */
const stepOf = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step);

/** Returns one sentence for each mistake; among several forms, for the one that the author meant. */
export function mistakesIn(errors: readonly ErrorObject[]): readonly Mistake[] {
  const mistakes = new Map<string, Mistake>();
  for (const error of errors.filter((each) => each.keyword !== "anyOf" && each.keyword !== "oneOf")) {
    const branch = branchOf(error);
    const others = errors.filter((other) => branch !== undefined && branchOf(other)?.choice === branch.choice);
    if (branch && isNotMeant(branch.number, others) && !isHeard(branch.number, others)) continue;
    const mistake = error.keyword === "const" ? otherWord(error, errors) : mistakeOf(error);
    mistakes.set(`${mistake.path.join("/")} ${mistake.message}`, mistake);
  }
  return [...mistakes.values()];
}

/** Reports an unknown word among the words that select a form. */
function otherWord(error: ErrorObject, errors: readonly ErrorObject[]): Mistake {
  const known = errors
    .filter(({ keyword, instancePath }) => keyword === "const" && instancePath === error.instancePath)
    .map(({ params }) => String((params as { allowedValue: unknown }).allowedValue));
  const { path } = mistakeOf(error);
  const hint = meant(String(error.data), known);
  return { path, message: `${path.at(-1) ?? "this"} must be one of ${known.join(", ")}${hint}` };
}

interface Branch {
  /** Schema path of the choice. */
  readonly choice: string;
  readonly number: string;
}

function branchOf({ schemaPath }: ErrorObject): Branch | undefined {
  const found = /^(.*\/(?:anyOf|oneOf))\/(\d+)/.exec(schemaPath);
  return found ? { choice: found[1] ?? "", number: found[2] ?? "" } : undefined;
}

/** A form with another type or another name isn't the one that the author meant. */
function isNotMeant(number: string, errors: readonly ErrorObject[]): boolean {
  return errors.some(
    (error) =>
      branchOf(error)?.number === number &&
      (error.keyword === "const" || /^.*\/(?:anyOf|oneOf)\/\d+\/type$/.test(error.schemaPath)),
  );
}

/** If the author meant none of the forms, report the mistakes of the first. */
function isHeard(number: string, errors: readonly ErrorObject[]): boolean {
  const numbers = [...new Set(errors.flatMap((error) => branchOf(error)?.number ?? []))];
  return numbers.every((each) => isNotMeant(each, errors)) && numbers[0] === number;
}

function mistakeOf({ instancePath, keyword, params, message = "is not allowed", parentSchema }: ErrorObject): Mistake {
  const steps = instancePath.split("/").slice(1);
  const path = steps.map((step) => stepOf(step.replaceAll("~1", "/").replaceAll("~0", "~")));
  const {
    additionalProperty = "",
    missingProperty = "",
    allowedValues = [],
  } = params as {
    additionalProperty?: string;
    missingProperty?: string;
    allowedValues?: readonly unknown[];
  };
  const last = path.at(-1);
  const where = last === undefined ? "the file" : typeof last === "number" ? "this" : last;
  switch (keyword) {
    case "additionalProperties": {
      const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
      const hint = meant(additionalProperty, known) || `; there are ${known.join(", ")}`;
      return { path: [...path, additionalProperty], message: `there is no field ${additionalProperty} here${hint}` };
    }
    case "required":
      return { path, message: `${where} lacks ${missingProperty}` };
    case "enum":
      return { path, message: `${where} must be one of ${allowedValues.join(", ")}` };
    default:
      return { path, message: `${where} ${message}` };
  }
}
