import { expect, test } from "vitest";
import { NewMonitor } from "../../src/monitors/contract/monitor.ts";
import { FromDatapoints } from "../../src/testing/contract/scenario-collection.ts";
import { NewSimulation } from "../../src/testing/contract/simulation.ts";
import { blocksOf } from "../support/data/page-blocks.ts";

/** Returns the JSON of a page below a heading: one value, or one per line. */
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

test("requests shown as JSON on pages are accepted unchanged", () => {
  const monitor = { name: "M", condition: "", checks: [{ check: "is_json" }] };
  for (const notifications of jsonOf("notifications.md", "Recipients"))
    expect(NewMonitor.parse({ ...monitor, notifications }).notifications).toHaveLength(2);
  const collected = jsonOf("testing.md", "From production").map((body) => FromDatapoints.parse(body));
  expect(collected).toHaveLength(3);
  for (const simulation of jsonOf("testing.md", "Simulated conversations"))
    expect(NewSimulation.parse(simulation)).toMatchObject({ firstTurn: "driver", maxTurns: 5 });
});
