import { readdirSync, readFileSync } from "node:fs";
import type { Datapoint, Message, Part, ToolDefinition } from "../../../src/datapoints/datapoint.ts";
import type { Json } from "../../../src/platform/json/json.ts";
import { dialog } from "../../support/data/datapoints.ts";

/** A conversation with a human label for one judge check. */
export interface JudgedCase {
  readonly check: string;
  readonly label: "passed" | "failed" | "skipped";
  /** ISO 639-1, where it is not English. */
  readonly language?: string;
  readonly datapoint: Datapoint;
  readonly options: Readonly<Record<string, Json>>;
  readonly expected?: Json;
  /** Quotes from the conversation that a judge would cite. */
  readonly quotes: readonly string[];
}

const folder = new URL("../../fixtures/checks/judged/", import.meta.url);
const labels = { pass: "passed", fail: "failed", skip: "skipped" } as const;

/** Cases without anything that a check could evaluate. */
const ended = {
  failed: {
    output: [],
    finishReasons: [],
    error: { type: "rate_limited", status: 429, message: "Too many requests" },
  },
  empty: { input: [], output: [], flags: ["content_missing"] },
} satisfies Record<string, Partial<Datapoint>>;

/**
 * The cases of all judge checks, from the text files of `test/fixtures/checks/judged` (the README there
 * describes the format).
 */
export const judgedCases: readonly JudgedCase[] = readdirSync(folder)
  .filter((name) => name.endsWith(".txt"))
  .flatMap((name) => casesIn(readFileSync(new URL(name, folder), "utf8")));

/** A line with its marker: `U` user, `A` answer, and so on. */
interface Marked {
  readonly mark: string;
  text: string;
}

function casesIn(file: string): readonly JudgedCase[] {
  return file
    .split(/^## (?=[a-z_0-9]+$)/m)
    .slice(1)
    .flatMap((section) => {
      const [head = "", ...rest] = section.split(/^(?=(?:pass|fail|skip)(?: [a-z]+)?$)/m);
      const [check = "", ...shared] = head.split("\n");
      return rest.map((one) => caseOf(check, marked(shared), one.trimEnd().split("\n")));
    });
}

function caseOf(check: string, shared: readonly Marked[], [first = "", ...lines]: readonly string[]): JudgedCase {
  const [label = "", how] = first.split(" ");
  const own = marked(lines);
  const all = how === "bare" ? own : [...shared, ...own];
  const of = (mark: string) => all.filter((line) => line.mark === mark).map(({ text }) => text.trim());
  const [system] = of("S");
  const context = of("K");
  const [baseline] = of("B");
  const [reference] = of("E");
  const options = of("O").map((text) => /^([a-z_]+): ([\s\S]*)$/.exec(text)?.slice(1) ?? [text, ""]);
  return {
    check,
    label: labels[label as keyof typeof labels],
    ...(how !== undefined && how.length === 2 ? { language: how } : {}),
    datapoint: dialog({
      ...(system === undefined ? {} : { system }),
      tools: of("T").map(toolIn),
      more: {
        ...talk(system, all),
        metadata: new Map<string, Json>(context.length === 0 ? [] : [["context", context]]),
        ...ended[how as keyof typeof ended],
      },
    }),
    options: Object.fromEntries(options) as Readonly<Record<string, Json>>,
    ...(baseline === undefined && reference === undefined
      ? {}
      : {
          expected: {
            ...(reference === undefined ? {} : { reference }),
            ...(baseline === undefined ? {} : { baseline }),
          },
        }),
    quotes: of("Q"),
  };
}

/** Groups lines: a line with a marker starts an item, one without continues the item above. */
function marked(lines: readonly string[]): readonly Marked[] {
  const all: Marked[] = [];
  for (const line of lines) {
    const [, mark, text = ""] = /^([A-Z])(?::| (?=[a-z_0-9]+[: ])) ?(.*)$/.exec(line) ?? [];
    const last = all.at(-1);
    if (mark !== undefined) all.push({ mark, text });
    else if (last) last.text += `\n${line}`;
  }
  return all;
}

/** `name What it does {"parameter":"what it is"}` */
function toolIn(text: string): ToolDefinition {
  const [, name = "", description = "", parameters] = /^(\S+) (.*?)(?: (\{.*\}))?$/.exec(text) ?? [];
  const described = Object.entries(JSON.parse(parameters ?? "{}") as Record<string, string>);
  const properties = Object.fromEntries(described.map(([key, means]) => [key, { type: "string", description: means }]));
  return { name, description, ...(described.length === 0 ? {} : { parameters: { type: "object", properties } }) };
}

/** Parses the turns of a dialog; the last message or call of the assistant is the response. */
function talk(system: string | undefined, lines: readonly Marked[]): Pick<Datapoint, "input" | "output"> {
  const messages: { role: Message["role"]; parts: Part[] }[] =
    system === undefined ? [] : [{ role: "system", parts: [{ type: "text", text: system }] }];
  let calls = 0;
  let called = { name: "", id: "" };
  const add = (role: Message["role"], part: Part) => {
    const last = messages.at(-1);
    if (last?.role === role && role === "assistant") last.parts.push(part);
    else messages.push({ role, parts: [part] });
  };
  for (const { mark, text } of lines) {
    const content = text.trim();
    if (mark === "U") add("user", { type: "text", text: content });
    if (mark === "A") add("assistant", { type: "text", text: content });
    if (mark === "C") {
      const [, name = "", given = "{}"] = /^(\S+) (.*)$/s.exec(content) ?? [];
      called = { name, id: `call_${calls++}` };
      add("assistant", { type: "tool_call", ...called, arguments: JSON.parse(given) as Json });
    }
    if (mark === "R") add("tool", { type: "tool_result", ...called, result: JSON.parse(content) as Json });
  }
  const isAnswered = messages.at(-1)?.role === "assistant";
  return { input: isAnswered ? messages.slice(0, -1) : messages, output: isAnswered ? messages.slice(-1) : [] };
}
