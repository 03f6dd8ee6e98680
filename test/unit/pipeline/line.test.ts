import { expect, test } from "vitest";
import { globalProject } from "../../../src/domain/ids.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import { createLine } from "../../../src/pipeline/line.ts";
import type { PlanBook } from "../../../src/ports/journal.ts";
import { openJournal } from "../../../src/storage/journal/journal.ts";
import { createTelemetry } from "../../../src/telemetry/telemetry.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { spanOf } from "../../support/spans.ts";

const full = () => new Failure("dependency", "the disk is full", { reason: "journal_full" });
const options = { holdMs: 0, maxHoldMs: 0, planItems: 10, plansAtOnce: 1, heldItems: 100, rememberedTraces: 1000 };

test.each(["save", "complete"] as const)(
  "a plan whose %s the journal refuses is stored all the same",
  async (refused) => {
    using folder = temporaryFolder();
    const opened = await openJournal({ folder: folder.path, maxBytes: 2 ** 24, reserveBytes: 0, now: Date.now });
    let refusals = 2;
    const plans: PlanBook = {
      ...opened.plans,
      [refused]: async (plan: Parameters<PlanBook["save"]>[0]) => {
        if (refusals-- > 0) throw full();
        await opened.plans[refused](plan);
      },
    };
    const span = spanOf({});
    const outcome = {
      projectId: globalProject,
      traceId: span.traceId,
      spans: 1,
      datapoints: 0,
      checks: 0,
      findings: 0,
      overLimit: 0,
    };
    const line = createLine({
      journal: opened.journal,
      plans,
      runPlan: () => Promise.resolve([outcome]),
      telemetry: createTelemetry({ level: "silent" }),
      now: Date.now,
      options,
      signal: new AbortController().signal,
    });
    line.start([]);
    const batch = { projectId: globalProject, source: "otlp", signal: "traces", receivedAt: Date.now() } as const;
    const bytes = encodeTraces([span]);
    const admitted = await line.admission.admit({ ...batch, bytes, traceIds: [span.traceId], bodyHash: "b" });
    expect(await admitted.settled()).toMatchObject({ spansProcessed: 1 });
    expect(refusals).toBeLessThan(0);
    expect(opened.journal.size().entries).toBe(0);
    await line.stop();
    await opened.close();
  },
);
