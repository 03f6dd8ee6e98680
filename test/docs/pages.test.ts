import { expect, test } from "vitest";
import { NewMonitor } from "../../src/monitors/contract/monitor.ts";
import { FromDatapoints } from "../../src/testing/contract/scenario-collection.ts";
import { NewSimulation } from "../../src/testing/contract/simulation.ts";
import { blocksOf } from "../support/data/page-blocks.ts";

/** The JSON of a page below a heading: one value, or one a line. */
function jsonOf(page: string, heading: string): readonly unknown[] {
  const text = blocksOf(page).find((block) => block.heading === heading && block.language === "json")?.text;
  if (text === undefined) throw new Error(`docs/${page} has no JSON below "${heading}"`);
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  }
}

test("requests that pages show as JSON are taken as they stand", () => {
  const monitor = { name: "M", condition: "", checks: [{ check: "is_json" }] };
  for (const notifications of jsonOf("notifications.md", "Who is told"))
    expect(NewMonitor.parse({ ...monitor, notifications }).notifications).toHaveLength(2);
  const collected = jsonOf("offline.md", "From production").map((body) => FromDatapoints.parse(body));
  expect(collected).toHaveLength(3);
  for (const simulation of jsonOf("offline.md", "Simulated conversations"))
    expect(NewSimulation.parse(simulation)).toMatchObject({ firstTurn: "driver", maxTurns: 5 });
});
