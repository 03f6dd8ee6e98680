/** The thread that takes out what must not become durable. */
import { createTextRedactor, type RedactText } from "../../domain/redact/redact-text.ts";
import type { PrivacyRules } from "../../domain/redaction.ts";
import { serveTasks } from "../../lib/thread-task.ts";
import { createBatchRedactor, type RedactedBatch } from "./redact-batch.ts";
import type { RedactTask, ScrubTask } from "./redactor.ts";
import { scrubTexts } from "./scrub-texts.ts";

interface Compiled {
  readonly batch: ReturnType<typeof createBatchRedactor>;
  readonly text: RedactText;
}

/** Compiled rules by their JSON; a handful of projects differ. */
const compiled = new Map<string, Compiled>();

serveTasks({
  task: (task) => {
    const asked = task as RedactTask | ScrubTask;
    const { batch, text } = compiledFrom(asked.rules);
    return "texts" in asked ? scrubTexts(asked.texts, text) : batch(asked.bytes, asked.signal);
  },
  transfer: (result) => ("bytes" in (result as object) ? ownMemory((result as RedactedBatch).bytes) : []),
  told: () => undefined,
});

function compiledFrom(rules: string): Compiled {
  const known = compiled.get(rules);
  if (known) return known;
  if (compiled.size >= 100) compiled.clear();
  const parsed = JSON.parse(rules) as PrivacyRules;
  const made = { batch: createBatchRedactor(parsed), text: createTextRedactor(parsed) };
  compiled.set(rules, made);
  return made;
}

/** Memory that belongs to these bytes alone can be moved. */
function ownMemory({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
