import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSdk } from "../../support/clients/sdk.ts";
import { gaffeCommand } from "../../support/service/command.ts";
import { foldersIn, temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: join(folder.path, "data") });
  await buildSdk(join(folder.path, "node_modules"));
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const aFolder = foldersIn(folder.path);

const gaffe = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  gaffeCommand(args, { cwd, env: { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url, ...env } });

const fails = (name: string) => `console.log("output of ${name}"); throw new Error("${name} has failed");`;

describe("gaffe run", () => {
  test("-f may be repeated, and every unknown name is refused", async () => {
    const files = { ".gaffe/flows/a.ts": fails("a"), ".gaffe/flows/b.ts": fails("b"), ".gaffe/flows/c.ts": fails("c") };
    const workFolder = aFolder(files);
    const run = await gaffe(workFolder, ["run", "-f", "a", "-f", "b", "--json"]);
    const { flows } = JSON.parse(run.stdout) as { flows: { flow: string }[] };
    expect(flows.map(({ flow }) => flow)).toEqual(["a", "b"]);
    expect(await gaffe(workFolder, ["run", "-f", "a", "-f", "d"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there is no flow d"),
    });
  });

  test("what a flow prints is shown on standard error without a terminal as well, each line with its flow", async () => {
    const files = { ".gaffe/flows/a.ts": fails("a"), ".gaffe/flows/b.ts": fails("b") };
    const { stdout, stderr } = await gaffe(aFolder(files), ["run", "--json"]);
    for (const name of ["a", "b"]) expect(stderr).toContain(`${name} | output of ${name}\n`);
    expect(JSON.parse(stdout)).toHaveProperty("flows");
  });

  test.each([
    ["{}", 'it lacks the list "flows"'],
    ['{"flows": [{"flow": "a"}]}', "flow 1 lacks runs"],
    ['{"flows": [{"flow": "a", "seconds": 1, "runs": [{"id": "run_1"}]}]}', "run 1 of the flow a lacks name"],
    ["<testsuites/>", "isn't a report of gaffe run --reporter json"],
  ])("a file that is no report is refused with what it lacks: %s", async (text, message) => {
    const { status, stderr } = await gaffe(aFolder({ "report.json": text }), ["report", "report.json"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`report.json`)]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("undefined");
  });

  test("an address where something else than Gaffe responds is named as the mistake", async () => {
    const server = createServer((_, response) => response.writeHead(404).end("<html>nginx</html>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await gaffe(aFolder(), ["issues", "list"], { GAFFE_ENDPOINT: url })).toMatchObject({
        status: 4,
        stderr: expect.stringMatching(
          new RegExp(`${url}/api/v1/issues does not exist \\(404\\): Gaffe isn't running at ${url}`),
        ),
      });
    } finally {
      server.close();
    }
  });
});

describe("gaffe doctor", () => {
  test("a token that may not write is reported, because a run needs to", async () => {
    const made = (await apiOf(service).post("/tokens", { name: "Reader", scopes: ["read"] })) as { secret: string };
    expect(await gaffe(aFolder(), ["doctor"], { GAFFE_TOKEN: made.secret })).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("✗ the token: it lacks the scope write"),
    });
  });

  test("a flow in a program needs its SDK", async () => {
    using elsewhere = temporaryFolder();
    mkdirSync(join(elsewhere.path, ".gaffe", "flows"), { recursive: true });
    writeFileSync(join(elsewhere.path, ".gaffe", "flows", "a.ts"), 'import { Gaffe } from "@gaffe/sdk";');
    expect(await gaffe(elsewhere.path, ["doctor"])).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("✗ the flow a: @gaffe/sdk is not installed: npm install --save-dev @gaffe/sdk"),
    });
  });

  test.each([
    ["scenario: Nothing\nmodel: Nothing\n", "there is no scenario set Nothing"],
    ["scenario-file: rows.jsonl\nmodel: Nothing\n", "rows.jsonl cannot be read: the file does not exist"],
    ["scenario-file: ok.jsonl\nmodel: Nothing\n", "there is no model Nothing"],
    ["scenario-file: ok.jsonl\nmodel: Own\n", "Own is code of yours"],
  ])("a YAML flow that cannot run is reported: %j", async (flow, message) => {
    const { post } = apiOf(service);
    await post("/models", { name: "Own", definition: { type: "custom" }, update: true });
    const files = { ".gaffe/flows/a.yml": flow, ".gaffe/flows/ok.jsonl": '{"input": "a", "result": "b"}\n' };
    const { status, stdout } = await gaffe(aFolder(files), ["doctor"]);
    expect([status, stdout]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("gaffe export", () => {
  test("the file's name decides on the format; everything is exported, whole, unless limited", async () => {
    const startedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await apiOf(service).post("/datapoints", { input: "hi", output: "the whole answer", tags: ["old"], startedAt });
    const workFolder = aFolder();
    const exported = async (...args: string[]) => {
      const { status, stderr } = await gaffe(workFolder, ["export", "tag:old", ...args]);
      expect([status, stderr]).toEqual([0, expect.stringContaining("datapoint")]);
      return readFileSync(join(workFolder, args.at(-1) ?? ""), "utf8");
    };
    await eventually(
      () => exported("--fresh", "-o", "e.jsonl"),
      (text) => text !== "",
    );
    expect(JSON.parse(await exported("--fresh", "-o", "e.jsonl"))).toMatchObject({
      output: [{ role: "assistant", parts: [{ text: "the whole answer" }] }],
    });
    expect(await exported("-o", "e.csv")).toMatch(/^id,traceId,[^\n]*\r\n/);
    expect(JSON.parse(await exported("--content", "previews", "-o", "p.jsonl"))).toMatchObject({ inputPreview: "hi" });
    expect(JSON.parse(await exported("--format", "jsonl", "-o", "odd.csv"))).toHaveProperty("id");
  });
});

describe("gaffe checks test", () => {
  test("a mark shows the verdict; with fixtures, whether it is the expected one", async () => {
    const source = "export default ({ output }) => output.length < 12;\n";
    const calls = [
      { input: "a", output: "short" },
      { input: "b", output: "much too long for this" },
    ];
    const lines = (verdict?: string) => calls.map((call) => `${JSON.stringify({ ...call, verdict })}\n`).join("");
    const workFolder = aFolder({ "short.js": source, "plain.jsonl": lines(), "failed.jsonl": lines("failed") });
    const tried = async (file: string) =>
      (await gaffe(workFolder, ["checks", "test", "short.js", "--fixtures", file])).stdout;
    const plain = await tried("plain.jsonl");
    expect(plain).toMatch(/^✓ passed {2}short$/m);
    expect(plain).toMatch(/^✗ failed {2}much too long/m);
    const expected = await tried("failed.jsonl");
    expect(expected).toMatch(/^✗ passed, should be failed +short$/m);
    expect(expected).toMatch(/^✓ failed, as expected +much too long/m);
  });
});
