import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createSandbox, type Sandbox, type SandboxEvent } from "../../../src/platform/sandbox/sandbox.ts";

const events: SandboxEvent[] = [];
const open: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
  events.length = 0;
});

function start(): Sandbox {
  const sandbox = createSandbox({ size: 2, onEvent: (event) => events.push(event) });
  open.push(sandbox);
  return sandbox;
}

const clock = Date.UTC(2026, 0, 2);
const endless = { source: "export default () => { for (;;); }", input: "{}", clock };
const returned = (source: string, input = "{}") => ({ source, input, clock });

test.each([
  ["TypeScript", "export default (d: { text: string }): boolean => d.text.length > (2 as number)", "true"],
  ["an async function", "export default async (d) => (await d).text", '"abc"'],
  ["an object", "export default (d) => ({ value: d.text === 'abc', explanation: `it says ${d.text}` })", undefined],
  ["nothing", "export default () => undefined", undefined],
])("%s returns its value as JSON", async (_, source, json) => {
  const result = await start().run("a", returned(source, '{"text":"abc"}'));
  expect(result).toMatchObject({ kind: "returned", ...(json === undefined ? {} : { json }) });
});

test("a mistake names its place in the program, with types left in", async () => {
  const sandbox = start();
  const thrown = await sandbox.run(
    "a",
    returned("type T = { x: string };\n\nexport default (d: T) => {\n  return d.x.length;\n}"),
  );
  expect(thrown).toMatchObject({ kind: "threw", line: 4, message: expect.stringContaining("TypeError") as string });
  const unreadable = await sandbox.run("a", returned("export default () => {\n  const a: number = ;\n}"));
  expect(unreadable).toMatchObject({ kind: "threw", line: 2 });
});

test("logged lines are returned with the result", async () => {
  const result = await start().run(
    "a",
    returned("console.log('start'); export default (d) => { console.log(d, 1); return true; }"),
  );
  expect(result).toMatchObject({ kind: "returned", logs: ["start", "{} 1"] });
});

test("the same input gives the same result: clock and randomness are fixed", async () => {
  const sandbox = start();
  const source = "export default () => [Date.now(), new Date().toISOString(), Math.random(), Math.random()]";
  const results = [await sandbox.run("a", returned(source)), await sandbox.run("b", returned(source))];
  const values = results.map((result) => (result.kind === "returned" ? result.json : result.kind));
  expect(values[0]).toBe(values[1]);
  expect(JSON.parse(values[0] ?? "")).toEqual([
    clock,
    "2026-01-02T00:00:00.000Z",
    expect.any(Number),
    expect.any(Number),
  ]);
});

test("nothing is left for the next call", async () => {
  const sandbox = start();
  const source =
    "export default () => { const before = globalThis.left ?? 0; globalThis.left = before + 1; Object.prototype.left ??= 1; return before; }";
  for (let call = 0; call < 3; call++) expect(await sandbox.run("a", returned(source))).toMatchObject({ json: "0" });
});

test("a process that served one tenant never serves another", async () => {
  const sandbox = start();
  await sandbox.run("a", returned("export default () => 1"));
  const [first] = sandbox.pids();
  await sandbox.run("b", returned("export default () => 1"));
  const second = sandbox.pids().find((pid) => pid !== first);
  await sandbox.run("c", returned("export default () => 1"));
  expect(sandbox.pids()).toHaveLength(2);
  expect(sandbox.pids()).not.toContain(first);
  expect(sandbox.pids()).toContain(second);
  await expect.poll(() => isAlive(first ?? 0)).toBe(false);
});

test("a process has no environment and few rights", { skip: process.platform !== "linux" }, async () => {
  const sandbox = start();
  await sandbox.run("a", returned("export default () => 1"));
  const [pid] = sandbox.pids();
  expect(readFileSync(`/proc/${pid}/environ`, "utf8")).toBe("");
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, "utf8");
  expect(commandLine).toContain("--permission");
  expect(commandLine).not.toContain("--allow-fs-write");
});

test("a process killed from outside while a program runs: it runs again", async () => {
  const sandbox = start();
  await sandbox.run("a", returned("export default () => 1"));
  const [victim] = sandbox.pids();
  const running = sandbox.run(
    "a",
    returned("export default () => { let n = 0; for (let i = 0; i < 2e5; i++) n += i % 7; return n > 0; }"),
  );
  process.kill(victim ?? 0, "SIGKILL");
  expect(await running).toMatchObject({ kind: "returned", json: "true" });
  expect(events.map(({ kind }) => kind)).toEqual(["lost"]);
  expect(sandbox.pids()).not.toContain(victim);
});

test("a process killed from outside while it is idle is replaced", async () => {
  const sandbox = start();
  await sandbox.run("a", returned("export default () => 1"));
  const [victim = 0] = sandbox.pids();
  process.kill(victim, "SIGKILL");
  await expect.poll(() => isAlive(victim)).toBe(false);
  expect(await sandbox.run("a", returned("export default () => 2"))).toMatchObject({ kind: "returned", json: "2" });
});

test("killed twice from outside, the call is given up with its reason", async () => {
  const sandbox = start();
  await sandbox.run("a", returned("export default () => 1"));
  const running = sandbox.run("a", endless);
  const killing = setInterval(() => {
    for (const pid of sandbox.pids()) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  }, 1);
  await running.finally(() => clearInterval(killing));
  expect(await running).toMatchObject({ kind: "unavailable", reason: expect.stringContaining("sandbox") as string });
});

test("endless programs of one tenant do not block another tenant forever", async () => {
  const sandbox = start();
  const hostile = Array.from({ length: 12 }, () => sandbox.run("hostile", endless));
  let hostileLeft = hostile.length;
  for (const one of hostile) void one.then(() => hostileLeft--);
  const result = await sandbox.run("honest", returned("export default () => true"));
  expect(result).toMatchObject({ json: "true" });
  expect(hostileLeft).toBeGreaterThan(0);
  await Promise.all(hostile);
});

test("too large a program or input is refused to the caller", () => {
  const sandbox = start();
  expect(() => sandbox.run("a", returned("x".repeat(300_000)))).toThrow("longer than 256 KB");
  expect(() => sandbox.run("a", returned("export default () => 1", `"${"x".repeat(5 * 2 ** 20)}"`))).toThrow("5 MB");
});

test("closing answers who still waits and leaves no process", async () => {
  const sandbox = start();
  const waiting = [endless, endless, endless].map((call) => sandbox.run("a", call));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const pids = sandbox.pids();
  await sandbox.close();
  for (const result of await Promise.all(waiting)) expect(["unavailable", "stopped"]).toContain(result.kind);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
