import { describe, expect, test } from "vitest";
import { createEngineGate } from "../../src/pipeline/batches/engine-gate.ts";
import type { TableWriter } from "../../src/storage/ports/table-writer.ts";

type Answer = Awaited<ReturnType<TableWriter["probe"]>>;
const away = { kind: "away", reason: "connection refused" } as const;
const refusing = { kind: "refusing", reason: "too many parts" } as const;

/** Creates a gate before an engine that answers probes in this order; the last answer repeats. */
function gateBefore(...answers: readonly Answer[]) {
  const stopping = new AbortController();
  const probes: string[] = [];
  const events: string[] = [];
  let available = 0;
  const gate = createEngineGate({
    writer: {
      async probe(table) {
        probes.push(table);
        return answers[Math.min(probes.length, answers.length) - 1];
      },
    },
    telemetry: { emit: ({ kind }) => events.push(kind) },
    now: () => 1000,
    signal: stopping.signal,
    onAvailable: () => available++,
  });
  return { gate, probes, events, stopping, available: () => available };
}

test("if the engine accepts a trivial row, the batch is at fault and no other write waits", async () => {
  const { gate, probes, events } = gateBefore(undefined);
  expect(await gate.blame("spans", new Error("refused"))).toBe("batch");
  await gate.pass();
  expect(gate.condition()).toEqual({ kind: "available" });
  expect({ probes, events }).toEqual({ probes: ["spans"], events: [] });
});

describe("where it takes none", () => {
  test.each([away, refusing])(
    "reports the state as $kind, delays all writes, and reports the recovery",
    async (problem) => {
      const { gate, events, available } = gateBefore(problem, undefined);
      const blamed = gate.blame("spans", new Error("failed"));
      await expect.poll(gate.condition).toEqual({ ...problem, since: 1000 });
      await gate.pass();
      expect(gate.condition()).toEqual({ kind: "available" });
      expect(await blamed).toBe("engine");
      expect(events).toEqual(["engine-unavailable", "engine-available"]);
      expect(available()).toBe(1);
    },
  );

  test("failures of the same time share one recovery", async () => {
    const { gate, probes, events, available } = gateBefore(away, away, away, undefined);
    const tables = ["spans", "logs", "datapoints"];
    expect(await Promise.all(tables.map((table) => gate.blame(table, new Error("failed"))))).toEqual(
      tables.map(() => "engine"),
    );
    expect(available()).toBe(1);
    expect(new Set(events)).toEqual(new Set(["engine-unavailable", "engine-available"]));
    expect(events.filter((kind) => kind === "engine-available")).toHaveLength(1);
    expect(probes).toHaveLength(4);
  });

  test("the reason is the latest error of the engine, with the start of the outage", async () => {
    const { gate, stopping } = gateBefore(away, refusing);
    const blamed = gate.blame("spans", new Error("failed"));
    await expect.poll(gate.condition).toEqual({ ...away, since: 1000 });
    await expect.poll(gate.condition, { timeout: 30_000 }).toEqual({ ...refusing, since: 1000 });
    stopping.abort();
    await expect(blamed).rejects.toThrow();
  });

  test("a stop ends the wait of all", async () => {
    const { gate, stopping } = gateBefore(away);
    const blamed = gate.blame("spans", new Error("failed"));
    await expect.poll(() => gate.condition().kind).toBe("away");
    const passing = gate.pass();
    stopping.abort();
    expect((await Promise.allSettled([blamed, passing])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(gate.pass()).rejects.toThrow();
    await expect(gate.blame("spans", new Error("failed"))).rejects.toThrow();
  });
});
