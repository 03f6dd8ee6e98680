import type { CheckExample } from "../src/checks/check-example.ts";
import { judgeChecks } from "../src/checks/judges/index.ts";
import { codeChecks } from "../src/checks/library/index.ts";
import type { Datapoint, Message } from "../src/datapoints/datapoint.ts";
import { recordedContext } from "../src/datapoints/text/passages.ts";
import { subjectOf, textOf } from "../src/datapoints/traces/subject.ts";
import type { Json } from "../src/platform/json/json.ts";
import type { CheckCase } from "../test/checks/support/check-cases.ts";
import { judgedCases } from "../test/checks/support/judged-cases.ts";
import { allCases } from "../test/fixtures/checks/cases/index.ts";
import { dialog } from "../test/support/data/datapoints.ts";

/** Returns for each check the first case that passes and the first that fails, as shown to users. */
export function checkExamples(): Readonly<Record<string, readonly CheckExample[]>> {
  const ofCode = [...codeChecks.values()].map(({ name, category }) => {
    const examples = firstOfEach(allCases[name] ?? [], exampleOf);
    return [name, category === "Secrets" ? masked(examples) : examples] as const;
  });
  const ofJudges = [...judgeChecks.keys()].map((name) => {
    const cases = judgedCases.filter(({ check, language }) => check === name && language === undefined);
    const given = cases.map(({ label, quotes: [evidence], ...rest }) => ({ ...rest, state: label, evidence }));
    return [name, firstOfEach(given, exampleOf)] as const;
  });
  return Object.fromEntries([...ofCode, ...ofJudges]);
}

type Case = Omit<CheckCase, "evidence"> & { readonly evidence?: string | undefined };

const firstOfEach = (cases: readonly Case[], made: (one: Case) => CheckExample | undefined) =>
  (["passed", "failed"] as const).flatMap((state) => {
    const one = cases.find((each) => each.state === state);
    return one ? (made(one) ?? []) : [];
  });

/** Truncates values that look like keys, so that secret scanners ignore the page. */
const masked = (examples: readonly CheckExample[]) =>
  JSON.parse(JSON.stringify(examples).replaceAll(/([\w+/=.~-]{4})[\w+/=.~-]{12,}/g, "$1…")) as readonly CheckExample[];

const longest = 400;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)} …` : text);

function exampleOf({ state, datapoint, options = {}, expected, value, evidence }: Case): CheckExample | undefined {
  if (state !== "passed" && state !== "failed") return undefined;
  const { passages } = subjectOf(datapoint, expected);
  const context =
    recordedContext(datapoint.metadata, undefined) === undefined ? [] : passages.map(({ text }) => cut(text));
  const facts = factsOf(datapoint);
  return {
    state,
    turns: [...datapoint.input, ...datapoint.output].map((message) => ({
      role: message.role,
      text: cut(turnOf(message)),
    })),
    ...(context.length === 0 ? {} : { context }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(expected === undefined ? {} : { expected }),
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
    ...(value === undefined ? {} : { value }),
    ...(evidence === undefined ? {} : { quote: cut(evidence) }),
  };
}

function turnOf(message: Message): string {
  const lines = message.parts.flatMap((part) => {
    if (part.type === "tool_call") return [`→ ${part.name} ${asText(part.arguments)}`];
    if (part.type === "tool_result") return [`← ${asText(part.result)}`];
    return [];
  });
  return [textOf(message), ...lines].filter((line) => line !== "").join("\n");
}

const asText = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

const plain = dialog({});
/** Fields that are shown elsewhere, and raw attributes. */
const elsewhere = new Set(["input", "output", "metadata", "attributes", "id", "traceId", "spanId", "spanIds"]);

/** Returns the fields in which a datapoint differs from the default one. */
function factsOf(datapoint: Datapoint): Readonly<Record<string, Json>> {
  const differing = Object.entries(datapoint).filter(
    ([field, value]) =>
      !elsewhere.has(field) &&
      JSON.stringify(value) !== JSON.stringify((plain as unknown as Readonly<Record<string, unknown>>)[field]),
  );
  const metadata = [...datapoint.metadata].filter(([key]) => key !== "context");
  const facts = [...differing, ...(metadata.length === 0 ? [] : [["metadata", Object.fromEntries(metadata)] as const])];
  const text = JSON.stringify(Object.fromEntries(facts));
  return text.length > 4 * longest ? {} : (JSON.parse(text) as Readonly<Record<string, Json>>);
}
