/** Measures microseconds per datapoint to match monitors: `npx node bench/select.ts`. */

import { traceSpanOf } from "../src/datapoints/traces/evaluation-context.ts";
import { createMatchMonitors } from "../src/monitors/stages/match-monitors.ts";
import { asMonitorId } from "../src/platform/ids.ts";
import { dialog } from "../test/support/data/datapoints.ts";
import { aMonitor } from "../test/support/data/examples.ts";
import { spanOf } from "../test/support/data/spans.ts";

const extra = 1647;
const five = ["", "status:error", "has:tool_calls", "latency:>10s", 'output:"as an AI"'];
const variants: Readonly<Record<string, (index: number) => string>> = {
  "equal conditions that match": () => "",
  "equal conditions that do not match": () => "model:other",
  "different models, none matching": (index) => `model:other-${index} status:error`,
  "different texts, none matching": (index) => `output:nothing-${index}`,
  "different settings, none matching": (index) => `temperature:>${index + 3}`,
  "different attributes of the trace, none matching": (index) => `trace.attr.region:nowhere-${index}`,
  "different attributes of parents, none matching": (index) => `parent.attr.region:nowhere-${index}`,
};

const monitor = (index: number, condition: string) => aMonitor({ id: asMonitorId(`monitor_${index}`), condition });
const base = five.map((condition, index) => monitor(index, condition));
const datapoint = dialog({ input: "Where is my order? ".repeat(40), output: "It is on its way. ".repeat(40) });

/** A trace of 50 spans, in which the call is at depth 5. */
const spans = Array.from({ length: 50 }, (_, index) =>
  traceSpanOf(
    spanOf({
      spanId: index === 49 ? datapoint.spanId : `s${index}`,
      ...(index === 0 ? {} : { parentSpanId: `s${index === 49 ? 4 : Math.min(index - 1, 3)}` }),
      attributes: { region: "eu", "tool.name": `tool-${index}` },
    }),
  ),
);
const inTrace = () => spans;

console.log(`5 monitors: ${measure(base).toFixed(1)} µs`);
for (const [name, condition] of Object.entries(variants)) {
  const more = Array.from({ length: extra }, (_, index) => monitor(index + five.length, condition(index)));
  console.log(`${five.length + extra} monitors, ${name}: ${measure([...base, ...more]).toFixed(1)} µs`);
}

function measure(monitors: typeof base): number {
  const { select } = createMatchMonitors({ monitors, now: Date.now(), isSlow: () => false });
  const times = 2000;
  for (let round = 0; round < 300; round++) select(datapoint, [], inTrace);
  const from = process.cpuUsage();
  for (let round = 0; round < times; round++) select(datapoint, [], inTrace);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / times;
}
