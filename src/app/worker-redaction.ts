import { LRUCache } from "lru-cache";
/** Worker thread that redacts data before it becomes durable. */

import type { PrivacyRules } from "../datapoints/text/redaction.ts";
import { ownMemory } from "../platform/threads/thread-pool.ts";
import { serveTasks } from "../platform/threads/thread-task.ts";
import { createTextRedactor, type RedactText } from "../privacy/redact/redact-text.ts";
import type { RedactedBatch } from "../privacy/redaction/redact-batch.ts";
import { bySource, type RedactTask, type ScrubTask } from "../privacy/redaction/redactor.ts";
import { scrubTexts } from "../privacy/redaction/scrub-texts.ts";
import { readRawBatch } from "../proxy/recording/raw-reading.ts";

interface Compiled {
  readonly batch: ReturnType<typeof bySource>;
  readonly text: RedactText;
}

/** Compiled rules by their JSON; few projects have different rules. */
const compiled = new LRUCache<string, Compiled>({ max: 100, memoMethod: compile });

serveTasks({
  task: (task) => {
    const redactionTask = task as RedactTask | ScrubTask;
    const { batch, text } = compiled.memo(redactionTask.rules);
    return "texts" in redactionTask ? scrubTexts(redactionTask.texts, text) : batch(redactionTask);
  },
  transfer: (result) => ("bytes" in (result as object) ? ownMemory((result as RedactedBatch).bytes) : []),
});

function compile(rules: string): Compiled {
  const parsed = JSON.parse(rules) as PrivacyRules;
  return { batch: bySource(parsed, readRawBatch), text: createTextRedactor(parsed) };
}
