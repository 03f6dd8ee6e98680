import { describe, expect, test } from "vitest";
import { createEngineGate } from "../../src/pipeline/batches/engine-gate.ts";
import type { Keeper } from "../../src/pipeline/ports/kept.ts";

type Answer = Awaited<ReturnType<Keeper["probe"]>>;
const away = { kind: "away", reason: "connection refused" } as const;
const refusing = { kind: "refusing", reason: "too many parts" } as const;

/** A gate before an engine that answers probes in this order; the last answer holds. */
function gateBefore(...answers: readonly Answer[]) {
  const stopping = new AbortController();
  const probes: string[] = [];
  const events: string[] = [];
  let available = 0;
  const gate = createEngineGate({
    keeper: {
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

test("where the engine takes a trivial row, the batch is at fault and nobody waits", async () => {
  const { gate, probes, events } = gateBefore(undefined);
  expect(await gate.blame("spans", new Error("refused"))).toBe("batch");
  await gate.pass();
  expect(gate.condition()).toEqual({ kind: "available" });
  expect({ probes, events }).toEqual({ probes: ["spans"], events: [] });
});

describe("where it takes none", () => {
  test.each([away, refusing])(
    "it is told as $kind, everybody waits, and it is told when it is back",
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

  test("the reason is what the engine says last, since it began", async () => {
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
