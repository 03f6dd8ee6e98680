import { expect, test } from "vitest";
import { everyCombination } from "../../src/platform/telemetry/events.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";

test("a declared event is counted from 0, with every set of its labels", async () => {
  const telemetry = createTelemetry({
    level: "silent",
    declared: [
      { kind: "things-lost", labelSets: everyCombination({ signal: ["traces", "logs"], reason: ["full"] }) },
      { kind: "threads-lost" },
    ],
  });
  const lines = async () => (await telemetry.metrics.metrics()).split("\n").filter((line) => line.startsWith("gaffe_"));
  expect(await lines()).toEqual([
    'gaffe_things_lost_total{signal="traces",reason="full"} 0',
    'gaffe_things_lost_total{signal="logs",reason="full"} 0',
    "gaffe_threads_lost_total 0",
  ]);
  const labels = { signal: "logs", reason: "full" };
  telemetry.emit({ kind: "things-lost", level: "warn", count: 3, labels, message: "lost" });
  expect(await lines()).toContain('gaffe_things_lost_total{signal="logs",reason="full"} 3');
});
