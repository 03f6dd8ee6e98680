/** Worker thread that redacts data before it becomes durable. */
import { LRUCache } from "lru-cache";
import type { PrivacyRules } from "../datapoints/text/redaction.ts";
import { unreachable } from "../platform/http/unreachable.ts";
import { threadHeartbeat } from "../platform/threads/heartbeat.ts";
import { ownMemory } from "../platform/threads/thread-pool.ts";
import { serveTasks } from "../platform/threads/thread-task.ts";
import { probePatterns } from "../privacy/redact/pattern-cost.ts";
import { compileRedactionPattern } from "../privacy/redact/patterns.ts";
import { createTextRedactor, type RedactText } from "../privacy/redact/redact-text.ts";
import { createRedactionWatch } from "../privacy/redaction/redaction-watch.ts";
import {
  bySource,
  type ProbeTask,
  type RedactReply,
  type RedactTask,
  type ScrubTask,
} from "../privacy/redaction/redactor.ts";
import { scrubTexts } from "../privacy/redaction/scrub-texts.ts";
import { readRawBatch } from "../proxy/recording/raw-reading.ts";

interface Compiled {
  readonly batch: ReturnType<typeof bySource>;
  readonly text: RedactText;
}

type Task = RedactTask | ScrubTask | ProbeTask;

/** Independent of the load of the machine, other than time. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const heartbeat = threadHeartbeat();
const watch = createRedactionWatch(heartbeat, cpuMs);
/** Compiled rules by their JSON; few projects have different rules. */
const compiled = new LRUCache<string, Compiled>({ max: 100, memoMethod: compile });

serveTasks({
  task: (task) => run(task as Task),
  transfer: (result) => {
    const reply = result as RedactReply | undefined;
    return typeof reply === "object" && "bytes" in reply ? ownMemory(reply.bytes) : [];
  },
});

function run(task: Task): unknown {
  switch (task.kind) {
    case "batch":
      return redact(task);
    case "texts":
      return scrubTexts(task.texts, compiled.memo(task.rules).text, (index) => heartbeat.item(index));
    case "probe":
      return probePatterns(task.patterns, { cpuMs, onPattern: (name) => heartbeat.step(name) });
    default:
      return unreachable(task);
  }
}

function redact(task: RedactTask): RedactReply {
  const { batch } = compiled.memo(task.rules);
  watch.begin(task.limits);
  try {
    return { ...batch(task), unfinished: watch.unfinished(), cpuMs: watch.usedMs() };
  } catch (thrown) {
    if (watch.isRefused()) return "refused";
    throw thrown;
  }
}

function compile(rules: string): Compiled {
  const parsed = JSON.parse(rules) as PrivacyRules;
  for (const pattern of parsed.patterns) {
    heartbeat.step(`compile ${pattern.name}`);
    compileRedactionPattern(pattern);
  }
  return { batch: bySource(parsed, readRawBatch, watch.mayRead), text: createTextRedactor(parsed) };
}
