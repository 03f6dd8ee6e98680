import { z } from "zod";
import { NewMonitor } from "./monitor.ts";

const { checks } = NewMonitor.shape;

/** A file that declares monitors in the API's format; a check may be given by name alone. */
const MonitorFile = z.strictObject({
  monitors: z.array(
    NewMonitor.extend({
      checks: z
        .array(z.union([z.string().min(1).max(200), checks.element]))
        .min(1)
        .max(100),
    }),
  ),
});

/** Returns its JSON Schema as text. */
export function monitorFileSchema(): string {
  const schema = z.toJSONSchema(MonitorFile, { io: "input", unrepresentable: "any" });
  const head = { title: "Monitors of Gaffe", description: "For gaffe monitors apply -f" };
  return `${JSON.stringify({ ...head, ...schema }, undefined, 2)}\n`;
}
