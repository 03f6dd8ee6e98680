import { expect, test } from "vitest";
import { createFlowProgress } from "../../../cli/src/flow-progress.ts";
import { createBudget } from "../../../cli/src/flows/budget.ts";
import { createFlowOutput } from "../../../cli/src/flows/flow-output.ts";

test("flows share a number of concurrent calls, and one that wants more than all runs alone", async () => {
  const budget = createBudget(10);
  const running = new Set<string>();
  const seen: string[][] = [];
  const open: Record<string, () => void> = {};
  const start = (name: string, weight: number) =>
    budget.during(weight, async () => {
      running.add(name);
      seen.push([...running].toSorted());
      await new Promise<void>((resolve) => (open[name] = resolve));
      running.delete(name);
    });
  const all = [start("a", 4), start("b", 4), start("large", 64), start("c", 4)];
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(seen).toEqual([["a"], ["a", "b"]]);
  open["a"]?.();
  open["b"]?.();
  await new Promise(setImmediate);
  expect(seen.slice(2)).toEqual([["large"]]);
  open["large"]?.();
  await new Promise(setImmediate);
  expect(seen.slice(3)).toEqual([["c"]]);
  open["c"]?.();
  await Promise.all(all);
});

test("a task that fails frees its calls", async () => {
  const budget = createBudget(1);
  await expect(budget.during(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await budget.during(1, () => Promise.resolve("yes"))).toBe("yes");
});

test("the output of one flow is written as it comes, that of the others after it, in whole lines", () => {
  const lines: string[] = [];
  const output = createFlowOutput(["a", "b", "c"], (line) => lines.push(line));
  const [a, b, c] = [output.of(0), output.of(1), output.of(2)];
  b.write("b1\nb");
  a.write("a1\n");
  c.write("c1\n");
  c.end();
  expect(lines).toEqual(["a | a1"]);
  a.write("a2");
  a.end();
  expect(lines).toEqual(["a | a1", "a | a2", "b | b1"]);
  b.write("2\n");
  b.end("done");
  expect(lines.slice(3)).toEqual(["b | b2", "done", "c | c1"]);
});

test("an interrupted command writes what still waits", () => {
  const lines: string[] = [];
  const output = createFlowOutput(["a", "b"], (line) => lines.push(line));
  output.of(1).write("why\n");
  output.flush();
  expect(lines).toEqual(["b | why"]);
});

test("progress names the flows, their rows and the time that is left", () => {
  let now = 0;
  const progress = createFlowProgress(3, () => now);
  progress.update("answers", { done: 0, total: 100 });
  progress.update("support", { run: "Support 2", done: 0, total: 0 });
  expect(progress.line()).toBe("0 of 3 flows · answers 0/100 · support Support 2 …");
  now = 10_000;
  progress.update("answers", { done: 25, total: 100 });
  progress.end("support");
  expect(progress.line()).toBe("1 of 3 flows · answers 25/100 · about 30 s left");
  now = 4_000_000;
  expect(progress.line()).toContain("h left");
  now = 10_000;
  progress.update("answers", { done: 100, total: 100 });
  expect(progress.line()).toContain("answers 100/100 · evaluating");
});
