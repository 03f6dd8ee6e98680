import { expect, test } from "vitest";
import { createIsolation } from "../../src/pipeline/batches/isolation.ts";
import { asProjectId, type ProjectId } from "../../src/platform/ids.ts";

const [a, b] = [asProjectId("a"), asProjectId("b")];

function isolated() {
  const paused = new Set<ProjectId>();
  const workers: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  const isolation = createIsolation({
    pause: (project, isPaused) => void (isPaused ? paused.add(project) : paused.delete(project)),
    inBackground: (task) => workers.push(task()),
    onFailure: (thrown) => failures.push(thrown),
  });
  const tasks: { readonly end: () => void; readonly fail: () => void }[] = [];
  const started: number[] = [];
  const add = (project: ProjectId | undefined) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const number = tasks.push({ end: resolve, fail: () => reject(new Error("failed")) }) - 1;
    isolation.run(project, () => {
      started.push(number);
      return promise;
    });
  };
  return { ...isolation, add, begun: started, tasks, paused, workers, failures };
}

test("one task runs at a time, in the order they came", async () => {
  const { add, begun: started, tasks, workers } = isolated();
  for (const project of [a, undefined, b]) add(project);
  expect(started).toEqual([0]);
  tasks[0]?.end();
  await expect.poll(() => started).toEqual([0, 1]);
  for (const { end } of tasks) end();
  await Promise.all(workers);
  expect(started).toEqual([0, 1, 2]);
  add(a);
  expect(started).toEqual([0, 1, 2, 3]);
});

test("a project with many tasks is paused until few are left, and no other", async () => {
  const { add, tasks, paused, begun: started } = isolated();
  add(b);
  for (let task = 0; task < 3; task++) add(a);
  expect(paused).toEqual(new Set());
  add(a);
  expect(paused).toEqual(new Set([a]));
  tasks[0]?.end();
  tasks[1]?.end();
  await expect.poll(() => started).toEqual([0, 1, 2]);
  expect(paused).toEqual(new Set());
});

test("with very many tasks waiting, of any project, it is full", async () => {
  const { add, isFull, tasks, workers } = isolated();
  for (let task = 0; task < 101; task++) add(undefined);
  expect(isFull()).toBe(false);
  add(undefined);
  expect(isFull()).toBe(true);
  for (const { end } of tasks) end();
  await Promise.all(workers);
  expect(isFull()).toBe(false);
});

test("a task that fails is reported, no longer counts for its project, and the next one runs", async () => {
  const { add, tasks, paused, begun: started, failures } = isolated();
  for (let task = 0; task < 4; task++) add(a);
  expect(paused).toEqual(new Set([a]));
  tasks[0]?.fail();
  await expect.poll(() => started).toEqual([0, 1]);
  expect(failures).toHaveLength(1);
  expect(paused).toEqual(new Set());
});
