import type { Finding, GroupByTopic } from "../../issues/index.ts";
import type { TableWriter } from "../../storage/index.ts";
import type { RowEncoder } from "../ports/processed-trace.ts";
import type { EngineGate } from "./engine-gate.ts";
import { insertWhenAvailable } from "./insert-when-available.ts";

interface Dependencies {
  readonly groupByTopic: GroupByTopic;
  readonly encoder: Pick<RowEncoder, "addVerdict" | "take">;
  readonly writer: Pick<TableWriter, "insert">;
  readonly gate: EngineGate;
}

/** Returns the findings of traces with their issues, once the rows of those that awaited their topic are stored. */
export type StoreTopical = (ofTraces: readonly (readonly Finding[])[]) => Promise<readonly Finding[]>;

/**
 * Creates what stores the findings that await their topic. Repeating it inserts the same rows, because a topic that was
 * decided remains. Throws Failure("dependency") while the records do not answer, and what the engine throws for rows
 * that it refuses.
 */
export function createStoreTopical({ groupByTopic, encoder, writer, gate }: Dependencies): StoreTopical {
  /** By the findings of a trace, as long as its batch is known. */
  const done = new WeakMap<readonly Finding[], readonly Finding[]>();
  return async (ofTraces) => {
    const open = ofTraces.filter((findings) => !done.has(findings) && findings.some(({ topic }) => topic));
    if (open.length > 0) await store(open);
    return ofTraces.flatMap((findings) => done.get(findings) ?? findings);
  };

  async function store(open: readonly (readonly Finding[])[]): Promise<void> {
    const awaiting = open.flat();
    const grouped = await groupByTopic(awaiting);
    for (const [at, finding] of grouped.entries()) {
      const row = awaiting[at]?.topic?.row;
      if (!row) continue;
      const { projectId, datapointId } = finding;
      const { partitionTime, version } = row;
      encoder.addVerdict({ projectId, datapointId, partitionTime, findings: [finding], retracted: [] }, version);
    }
    for (const table of encoder.take()) {
      const refused = await insertWhenAvailable({ writer, gate }, () => table);
      if (refused) throw refused.failure;
    }
    let from = 0;
    for (const findings of open) done.set(findings, grouped.slice(from, (from += findings.length)));
  }
}
