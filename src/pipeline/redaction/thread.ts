/** The thread that takes out what must not become durable. */
import type { PrivacyRules } from "../../domain/redaction.ts";
import { serveTasks } from "../../lib/thread-task.ts";
import { createBatchRedactor, type RedactedBatch } from "./redact-batch.ts";
import type { RedactTask } from "./redactor.ts";

/** Compiled rules by their JSON; a handful of projects differ. */
const compiled = new Map<string, ReturnType<typeof createBatchRedactor>>();

serveTasks({
  task: (task) => {
    const { bytes, signal, rules } = task as RedactTask;
    const known = compiled.get(rules) ?? createBatchRedactor(JSON.parse(rules) as PrivacyRules);
    if (compiled.size >= 100) compiled.clear();
    compiled.set(rules, known);
    return known(bytes, signal);
  },
  transfer: (result) => ownMemory((result as RedactedBatch).bytes),
  told: () => undefined,
});

/** Memory that belongs to these bytes alone can be moved. */
function ownMemory({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
