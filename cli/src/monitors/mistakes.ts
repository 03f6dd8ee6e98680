import type { ErrorObject } from "ajv";
import { meant } from "../nearest.ts";

/** What is wrong at a place of a file. */
export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A step of a path: numbers are places in a list. */
const stepOf = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step);

/** One sentence for each mistake; where several forms were possible, of the form that was meant. */
export function mistakesIn(errors: readonly ErrorObject[]): readonly Mistake[] {
  const told = new Map<string, Mistake>();
  for (const error of errors.filter((each) => each.keyword !== "anyOf" && each.keyword !== "oneOf")) {
    const branch = branchOf(error);
    const others = errors.filter((other) => branch !== undefined && branchOf(other)?.choice === branch.choice);
    if (branch && isNotMeant(branch.number, others) && !isHeard(branch.number, others)) continue;
    const mistake = error.keyword === "const" ? otherWord(error, errors) : mistakeOf(error);
    told.set(`${mistake.path.join("/")} ${mistake.message}`, mistake);
  }
  return [...told.values()];
}

/** A word that names a form, and is none of those that there are. */
function otherWord(error: ErrorObject, errors: readonly ErrorObject[]): Mistake {
  const known = errors
    .filter(({ keyword, instancePath }) => keyword === "const" && instancePath === error.instancePath)
    .map(({ params }) => String((params as { allowedValue: unknown }).allowedValue));
  const { path } = mistakeOf(error);
  const hint = meant(String(error.data), known);
  return { path, message: `${path.at(-1) ?? "this"} must be one of ${known.join(", ")}${hint}` };
}

interface Branch {
  /** The schema's place of the choice, and the value that it is about. */
  readonly choice: string;
  readonly number: string;
}

function branchOf({ schemaPath }: ErrorObject): Branch | undefined {
  const found = /^(.*\/(?:anyOf|oneOf))\/(\d+)/.exec(schemaPath);
  return found ? { choice: found[1] ?? "", number: found[2] ?? "" } : undefined;
}

/** A form that is of another type, or named otherwise, is not the one that somebody wrote. */
function isNotMeant(number: string, errors: readonly ErrorObject[]): boolean {
  return errors.some(
    (error) =>
      branchOf(error)?.number === number &&
      (error.keyword === "const" || /^.*\/(?:anyOf|oneOf)\/\d+\/type$/.test(error.schemaPath)),
  );
}

/** Where none of the forms was meant, the first one is heard. */
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
