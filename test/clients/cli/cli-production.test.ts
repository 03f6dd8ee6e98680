import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gaffeCommand, ran } from "../../support/service/command.ts";
import { foldersIn, temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: join(folder.path, "data") });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const aFolder = foldersIn(folder.path);

const gaffe = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  gaffeCommand(args, { cwd, env: { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url, ...env } });

describe("gaffe login", () => {
  const alone = (cwd: string, args: readonly string[], input = "") =>
    gaffeCommand(args, { cwd, env: { GAFFE_ENDPOINT: service.url }, input });

  test("login stores a token for its user only; other commands use it until logout", async () => {
    const workFolder = aFolder();
    expect(await alone(workFolder, ["whoami"])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("gaffe login, or export GAFFE_TOKEN"),
    });
    expect(await alone(workFolder, ["login"], "gaffe_wrong\n")).toMatchObject({ status: 3 });
    expect(await alone(workFolder, ["login"], `${service.token}\n`)).toMatchObject({ status: 0 });
    const file = join(workFolder, "settings", "gaffe", "credentials.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await alone(workFolder, ["whoami"])).stdout).toContain("project global, scopes admin (gaffe login)");
    const identity = JSON.parse((await alone(workFolder, ["whoami", "--json"])).stdout) as object;
    expect(identity).toMatchObject({ baseUrl: service.url, projectId: "global", who: { kind: "token" } });

    // The settings that init writes name the variable; after a login it need not be set.
    await alone(workFolder, ["init", "--language", "yaml"]);
    expect(await alone(workFolder, ["doctor"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("the environment variable OPENAI_API_KEY is not set"),
    });
    const env = { GAFFE_ENDPOINT: service.url, OPENAI_API_KEY: "sk-test" };
    expect(await gaffeCommand(["doctor"], { cwd: workFolder, env })).toMatchObject({ status: 0 });
    expect(await alone(workFolder, ["logout"])).toMatchObject({ status: 0 });
    expect(existsSync(file)).toBe(false);
    expect(await alone(workFolder, ["doctor"])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("gaffe login"),
    });
  });

  test("a token is for the address that it was given for", async () => {
    const workFolder = aFolder();
    await alone(workFolder, ["login"], service.token);
    const elsewhere = await gaffeCommand(["whoami"], {
      cwd: workFolder,
      env: { GAFFE_ENDPOINT: "http://127.0.0.1:9" },
    });
    expect(elsewhere).toMatchObject({ status: 3, stderr: expect.stringContaining("an API token is needed") });
    expect(await gaffeCommand(["login", "--base-url", "gaffe.example"], { cwd: workFolder })).toMatchObject({
      status: 2,
    });
  });
});

describe("gaffe monitors", () => {
  const file = `monitors:
  - name: Refund talk
    condition: input:refund
    checks: [model_refusal, { check: is_json, severity: minor }]
    threshold: { kind: rate, share: 0.1, withinMinutes: 10 }
  - name: All of it
    condition: ""
    sampleRate: 0.5
    checks: [empty_output]
`;

  test("apply makes them as declared; again changes nothing; what the file leaves out is taken away", async () => {
    const workFolder = aFolder({ "monitors.yml": file });
    const dry = await gaffe(workFolder, ["monitors", "apply", "-f", "monitors.yml", "--dry-run"]);
    expect(dry.stderr).toBe("");
    expect(dry.stdout).toBe("+ Refund talk\n+ All of it\n2 to be created\n");
    expect((await gaffe(workFolder, ["monitors", "list"])).stdout).not.toContain("Refund talk");
    expect((await gaffe(workFolder, ["monitors", "apply", "-f", "monitors.yml"])).stdout).toContain("2 created");
    const again = await gaffe(workFolder, ["monitors", "apply", "-f", "monitors.yml"]);
    expect(again.stdout).toBe("= Refund talk\n= All of it\n2 as declared\n");

    const changed = file.replace(/ {4}threshold.*\n/, "").replace("0.5", "0.25");
    writeFileSync(join(workFolder, "monitors.yml"), changed);
    const json = await gaffe(workFolder, ["monitors", "apply", "-f", "monitors.yml", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      applied: true,
      changes: [
        { name: "Refund talk", action: "change", fields: [{ field: "threshold", after: null }] },
        { name: "All of it", action: "change", fields: [{ field: "sampleRate", before: 0.5, after: 0.25 }] },
      ],
    });
    expect((await gaffe(workFolder, ["monitors", "list", "--json"])).stdout).toContain('"sampleRate": 0.25');

    writeFileSync(join(workFolder, "monitors.yml"), changed.slice(0, changed.indexOf("  - name: All of it")));
    const pruned = await gaffe(workFolder, ["monitors", "apply", "-f", "monitors.yml", "--prune"]);
    expect(pruned.stdout).toContain("= Refund talk");
    expect(pruned.stdout).toContain("- All of it");
    expect(JSON.parse((await gaffe(workFolder, ["monitors", "list", "--json"])).stdout)).toMatchObject({
      items: [{ name: "Refund talk" }],
    });
  });

  test("what the service rejects is reported with its line, and nothing changes", async () => {
    const wrong = `${file}  - name: Wrong\n    condition: ""\n    checks:\n      - is_json\n      - is_jsn\n`;
    const workFolder = aFolder({ "wrong.yml": wrong.replace("All of it", "New one") });
    const result = await gaffe(workFolder, ["monitors", "apply", "-f", "wrong.yml"]);
    expect(result).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("wrong.yml:14:9: there is no check named is_jsn: did you mean is_json?"),
    });
    expect((await gaffe(workFolder, ["monitors", "list"])).stdout).not.toContain("New one");
  });
});

describe("gaffe checks", () => {
  const source =
    "export default ({ output }: { output: string }) => { console.log(output.length); return output.length < 12; };\n";
  const fixtures = [
    { input: "a", output: "short", verdict: "passed" },
    { input: "b", output: "much too long for this", verdict: "failed" },
  ];
  const lines = (all: readonly object[]) => all.map((each) => `${JSON.stringify(each)}\n`).join("");

  test("a check is tried on fixtures before it is uploaded, as a new version where it is there", async () => {
    const workFolder = aFolder({ "short_answer.ts": source, "good.jsonl": lines(fixtures) });
    const good = await gaffe(workFolder, ["checks", "test", "short_answer.ts", "--fixtures", "good.jsonl"]);
    expect(good).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("1 passed, 1 failed") });
    expect(good.stdout).toContain("    | 5");
    writeFileSync(
      join(workFolder, "bad.jsonl"),
      lines([...fixtures, { input: "c", output: "fine", verdict: "failed" }]),
    );
    expect(await gaffe(workFolder, ["checks", "test", "short_answer.ts", "--fixtures", "bad.jsonl"])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("should be failed"),
      stderr: "gaffe: 1 of 3 verdicts are not as they should be\n",
    });
    expect((await gaffe(workFolder, ["checks", "upload", "short_answer.ts"])).stdout).toContain(
      "short_answer is at version 1",
    );
    const rule = "name: short_answer\ncode: ./by_length.js\ntype: score\nmin: 0\nmax: 1000\npass_to: 9\n";
    writeFileSync(join(workFolder, "check.yml"), rule);
    writeFileSync(join(workFolder, "by_length.js"), "export default ({ output }) => output.length;\n");
    expect((await gaffe(workFolder, ["checks", "upload", "check.yml"])).stdout).toContain(
      "short_answer is at version 2",
    );
    expect((await gaffe(workFolder, ["checks", "list", "--custom"])).stdout).toContain("short_answer");
  });

  test.each([
    ["a.ts", "export default (", "a.ts:1: SyntaxError"],
    [
      "a.yml",
      "name: a\ncode: ./a.ts\npass_wen: true\n",
      "a.yml:3:1: there is no field pass_wen here: did you mean pass_when?",
    ],
    ["a.yml", "prompt: x\ntype: scroe\n", "type must be pass_fail, score, category, not scroe: did you mean score?"],
    ["a.py", "def evaluate(): pass", "a check is a .ts, .js, .md, .txt or .yml file"],
  ])("a mistake in %s is reported with its position: %j", async (name, text, message) => {
    const workFolder = aFolder({ [name]: text });
    expect(await gaffe(workFolder, ["checks", "test", name])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
  });
});

describe("gaffe datapoints and export", () => {
  beforeAll(async () => {
    const calls = Array.from({ length: 450 }, (_, number) => ({
      input: `question ${number}`,
      output: number === 7 ? '=SUM(1), "quoted"' : "an answer",
      tags: ["exported"],
      startedAt: new Date(Date.now() - 60_000 - number).toISOString(),
    }));
    await apiOf(service).post("/datapoints", calls);
    const stored = await eventually(
      async () => (await gaffe(folder.path, ["export", "tag:exported", "-n", "450"])).stdout.split("\n").length,
      (count) => count === 451,
    );
    expect(stored).toBe(451);
  });

  test("an interrupted export continues, and its file is the same as that of an uninterrupted one", async () => {
    const workFolder = aFolder();
    await using flaky = await cutOffAfter(service.url, 2);
    const args = [
      "export",
      "tag:exported",
      "--content",
      "previews",
      "--from",
      new Date(Date.now() - 3_600_000).toISOString(),
      "-o",
      "out.jsonl",
    ];
    const cut = await gaffe(workFolder, args, { GAFFE_ENDPOINT: flaky.url });
    expect(cut.status).toBe(4);
    expect(existsSync(join(workFolder, "out.jsonl.part"))).toBe(true);
    expect(await gaffe(workFolder, [...args, "--format", "csv"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is of another export"),
    });
    const rest = await gaffe(workFolder, args);
    expect(rest).toMatchObject({ status: 0, stderr: expect.stringContaining("continuing after 400 datapoints") });
    const ids = readFileSync(join(workFolder, "out.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toHaveLength(450);
    expect(new Set(ids).size).toBe(450);
    expect(existsSync(join(workFolder, "out.jsonl.part"))).toBe(false);
    expect(await gaffe(workFolder, args)).toMatchObject({ status: 2, stderr: expect.stringContaining("--fresh") });
  });

  test("CSV escapes cells that look like formulas; whole datapoints have their messages", async () => {
    const workFolder = aFolder();
    const csv = await gaffe(workFolder, ["export", "tag:exported", "--format", "csv"]);
    expect(csv.stdout.split("\r\n")).toHaveLength(452);
    expect(csv.stdout).toContain(`"'=SUM(1), ""quoted"""`);
    const whole = await gaffe(workFolder, ["export", "tag:exported", "--content", "whole", "-n", "2"]);
    const [first] = whole.stdout.split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ output: [{ role: "assistant", parts: [{ text: "an answer" }] }] });
    expect(await gaffe(workFolder, ["export", "--format", "cvs"])).toMatchObject({ status: 2 });
    expect(await gaffe(workFolder, ["export", "--from", "yesterday"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("write it as 2026-06-01"),
    });
  });

  test("tail follows new datapoints, and ends after the requested number", async () => {
    const following = gaffe(folder.path, ["datapoints", "tail", "tag:tailed", "--json", "-n", "1"]);
    const state = { ended: false };
    void following.then(() => (state.ended = true));
    await eventually(
      async () => {
        await apiOf(service).post("/datapoints", { input: "hello", output: "hi", tags: ["tailed"] });
        return state.ended;
      },
      (ended) => ended,
    );
    const { status, stdout } = await following;
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ inputPreview: "hello", tags: ["tailed"] });
    expect(await gaffe(folder.path, ["datapoints", "tail", "input:("])).toMatchObject({ status: 2 });
  });
});

describe("gaffe completion", () => {
  test("commands, options and values are completed, with flows of the folder", async () => {
    const workFolder = aFolder();
    await gaffe(workFolder, ["init", "--language", "typescript"]);
    const complete = async (...words: string[]) =>
      (await gaffe(workFolder, ["__complete", "--", ...words])).stdout.split("\n").filter((line) => line !== "");
    expect(await complete("mon")).toEqual(["monitors"]);
    expect(await complete("monitors", "")).toEqual(["apply", "list", "pull", "schema"]);
    expect(await complete("monitors", "apply", "--dr")).toEqual(["--dry-run"]);
    expect(await complete("run", "--reporter", "j")).toEqual(["json", "junit"]);
    expect(await complete("run", "-f", "")).toEqual(["example"]);
    expect(await complete("export", "--format", "")).toEqual(["csv", "jsonl"]);
    expect(await complete("completion", "")).toEqual(["bash", "fish", "zsh"]);
  });

  /**
   * Each script defines what its shell calls at the tab key, and prints the candidates for `gaffe monitors ap`,
   * then `gaffe run -f `.
   */
  const shells = {
    bash: `source <(gaffe completion bash)
offer() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gaffe; echo "\${COMPREPLY[@]}"; }
offer gaffe monitors ap; offer gaffe run -f ""`,
    zsh: `compdef() { }; compadd() { print -r -- "\${found[@]}" }
source <(gaffe completion zsh)
offer() { words=("$@"); CURRENT=$#; _gaffe }
offer gaffe monitors ap; offer gaffe run -f ""`,
    fish: `gaffe completion fish | source
complete -C "gaffe monitors ap"; complete -C "gaffe run -f "`,
  };
  for (const [shell, script] of Object.entries(shells)) {
    const isThere = spawnSync(shell, ["-c", "exit 0"]).status === 0;
    test.skipIf(!isThere)(`${shell} offers them${isThere ? "" : ` (skipped: there is no ${shell} here)`}`, async () => {
      const workFolder = aFolder();
      await gaffe(workFolder, ["init", "--language", "typescript"]);
      const bin = join(workFolder, "gaffe");
      const main = join(import.meta.dirname, "../../../cli/src/main.ts");
      writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 });
      // Excludes the settings of this machine's user.
      const env = { PATH: `${workFolder}:${process.env["PATH"] ?? ""}`, HOME: workFolder, XDG_CONFIG_HOME: workFolder };
      const plainOptions = { bash: ["--norc"], zsh: ["-f"], fish: ["--no-config"] }[shell] ?? [];
      const offered = await ran(shell, [...plainOptions, "-c", script], { cwd: workFolder, env });
      expect(offered).toMatchObject({ status: 0, stdout: "apply\nexample\n" });
    });
  }

  test("another shell is refused with those that there are", async () => {
    expect(await gaffe(aFolder(), ["completion", "tcsh"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^gaffe: .*bash, zsh, fish/),
    });
  });
});

/** Proxies the service through a server that stops after `pages` pages. */
async function cutOffAfter(url: string, pages: number) {
  let served = 0;
  const server = createServer((request, response) => {
    if (++served > pages) {
      request.socket.destroy();
      return;
    }
    void fetch(`${url}${request.url ?? ""}`, { headers: { "api-key": String(request.headers["api-key"]) } })
      .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
      .catch(() => request.socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
