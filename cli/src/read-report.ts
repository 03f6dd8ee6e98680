import { usage } from "./exit.ts";
import { readGiven } from "./read-file.ts";
import type { FlowReport, Gate } from "./report.ts";

/** Reads a report of `gaffe run --reporter json`. Throws Exit that names what the file lacks. */
export function readReport(file: string): { readonly flows: readonly FlowReport[]; readonly gate?: Gate } {
  const text = readGiven(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (thrown) {
    throw notAReport((thrown as Error).message);
  }
  const flows = member(content, "flows");
  if (!Array.isArray(flows)) throw notAReport('it lacks the list "flows"');
  for (const [index, flow] of (flows as readonly unknown[]).entries()) checkFlow(flow, `flow ${index + 1}`);
  const gate = member(content, "gate");
  if (typeof member(gate, "passed") !== "boolean") return { flows: flows as readonly FlowReport[] };
  return { flows: flows as readonly FlowReport[], gate: gate as Gate };

  function checkFlow(flow: unknown, name: string): void {
    if (typeof member(flow, "flow") !== "string") throw notAReport(`${name} lacks flow, its name`);
    const runs = member(flow, "runs");
    if (!Array.isArray(runs)) throw notAReport(`${name} lacks runs`);
    if (typeof member(flow, "seconds") !== "number") throw notAReport(`${name} lacks seconds`);
    for (const [index, run] of (runs as readonly unknown[]).entries()) {
      const lacking = ["id", "name", "state", "app_link"].find((key) => typeof member(run, key) !== "string");
      if (lacking !== undefined)
        throw notAReport(`run ${index + 1} of the flow ${String(member(flow, "flow"))} lacks ${lacking}`);
    }
  }

  function notAReport(why: string) {
    return usage(`${file} isn't a report of gaffe run --reporter json: ${why}`);
  }
}

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
