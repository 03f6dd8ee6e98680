import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gaffeCommand, ran } from "../../support/service/command.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
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

let places = 0;
function aFolder(files: Readonly<Record<string, string>> = {}): string {
  const place = join(folder.path, `work-${++places}`);
  mkdirSync(place);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return place;
}

const gaffe = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  gaffeCommand(args, { cwd, env: { GAFFE_API_KEY: service.token, GAFFE_BASE_URL: service.url, ...env } });

describe("gaffe login", () => {
  const alone = (cwd: string, args: readonly string[], input = "") =>
    gaffeCommand(args, { cwd, env: { GAFFE_BASE_URL: service.url }, input });

  test("a token is kept for its user alone, used by what follows, and forgotten", async () => {
    const place = aFolder();
    expect(await alone(place, ["whoami"])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("gaffe login, or export GAFFE_API_KEY"),
    });
    expect(await alone(place, ["login"], "gaffe_wrong\n")).toMatchObject({ status: 3 });
    expect(await alone(place, ["login"], `${service.token}\n`)).toMatchObject({ status: 0 });
    const file = join(place, "settings", "gaffe", "credentials.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await alone(place, ["whoami"])).stdout).toContain("project global, scopes admin (gaffe login)");
    const told = JSON.parse((await alone(place, ["whoami", "--json"])).stdout) as object;
    expect(told).toMatchObject({ baseUrl: service.url, projectId: "global", who: { kind: "token" } });

    // The settings that init writes ask for the variable; who is signed in need not set it.
    await alone(place, ["init", "--language", "yaml"]);
    expect(await alone(place, ["doctor"])).toMatchObject({ status: 0 });
    expect(await alone(place, ["logout"])).toMatchObject({ status: 0 });
    expect(existsSync(file)).toBe(false);
    expect(await alone(place, ["doctor"])).toMatchObject({ status: 3, stderr: expect.stringContaining("gaffe login") });
  });

  test("a token is for the address that it was given for", async () => {
    const place = aFolder();
    await alone(place, ["login"], service.token);
    const elsewhere = await gaffeCommand(["whoami"], { cwd: place, env: { GAFFE_BASE_URL: "http://127.0.0.1:9" } });
    expect(elsewhere).toMatchObject({ status: 3, stderr: expect.stringContaining("an API token is needed") });
    expect(await gaffeCommand(["login", "--base-url", "gaffe.example"], { cwd: place })).toMatchObject({ status: 2 });
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
    const place = aFolder({ "monitors.yml": file });
    const dry = await gaffe(place, ["monitors", "apply", "-f", "monitors.yml", "--dry-run"]);
    expect(dry.stderr).toBe("");
    expect(dry.stdout).toBe("+ Refund talk\n+ All of it\n2 to be created\n");
    expect((await gaffe(place, ["monitors", "list"])).stdout).not.toContain("Refund talk");
    expect((await gaffe(place, ["monitors", "apply", "-f", "monitors.yml"])).stdout).toContain("2 created");
    const again = await gaffe(place, ["monitors", "apply", "-f", "monitors.yml"]);
    expect(again.stdout).toBe("= Refund talk\n= All of it\n2 as declared\n");

    const changed = file.replace(/ {4}threshold.*\n/, "").replace("0.5", "0.25");
    writeFileSync(join(place, "monitors.yml"), changed);
    const json = await gaffe(place, ["monitors", "apply", "-f", "monitors.yml", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      applied: true,
      changes: [
        { name: "Refund talk", action: "change", fields: [{ field: "threshold", after: null }] },
        { name: "All of it", action: "change", fields: [{ field: "sampleRate", before: 0.5, after: 0.25 }] },
      ],
    });
    expect((await gaffe(place, ["monitors", "list", "--json"])).stdout).toContain('"sampleRate": 0.25');

    writeFileSync(join(place, "monitors.yml"), changed.slice(0, changed.indexOf("  - name: All of it")));
    const pruned = await gaffe(place, ["monitors", "apply", "-f", "monitors.yml", "--prune"]);
    expect(pruned.stdout).toContain("= Refund talk");
    expect(pruned.stdout).toContain("- All of it");
    expect(JSON.parse((await gaffe(place, ["monitors", "list", "--json"])).stdout)).toMatchObject({
      items: [{ name: "Refund talk" }],
    });
  });

  test("what the service does not take is told with its line, and nothing is changed", async () => {
    const wrong = `${file}  - name: Wrong\n    condition: ""\n    checks:\n      - is_json\n      - is_jsn\n`;
    const place = aFolder({ "wrong.yml": wrong.replace("All of it", "New one") });
    const told = await gaffe(place, ["monitors", "apply", "-f", "wrong.yml"]);
    expect(told).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("wrong.yml:14: there is no check named is_jsn: did you mean is_json?"),
    });
    expect((await gaffe(place, ["monitors", "list"])).stdout).not.toContain("New one");
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
    const place = aFolder({ "short_answer.ts": source, "good.jsonl": lines(fixtures) });
    const good = await gaffe(place, ["checks", "test", "short_answer.ts", "--fixtures", "good.jsonl"]);
    expect(good).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("1 passed, 1 failed") });
    expect(good.stdout).toContain("    | 5");
    writeFileSync(join(place, "bad.jsonl"), lines([...fixtures, { input: "c", output: "fine", verdict: "failed" }]));
    expect(await gaffe(place, ["checks", "test", "short_answer.ts", "--fixtures", "bad.jsonl"])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("should be failed"),
      stderr: "gaffe: 1 of 3 verdicts are not as they should be\n",
    });
    expect((await gaffe(place, ["checks", "upload", "short_answer.ts"])).stdout).toContain(
      "short_answer is at version 1",
    );
    const rule = "name: short_answer\ncode: ./by_length.js\ntype: score\nmin: 0\nmax: 1000\npass_to: 9\n";
    writeFileSync(join(place, "check.yml"), rule);
    writeFileSync(join(place, "by_length.js"), "export default ({ output }) => output.length;\n");
    expect((await gaffe(place, ["checks", "upload", "check.yml"])).stdout).toContain("short_answer is at version 2");
    expect((await gaffe(place, ["checks", "list", "--custom"])).stdout).toContain("short_answer");
  });

  test.each([
    ["a.ts", "export default (", "a.ts:1: SyntaxError"],
    [
      "a.yml",
      "name: a\ncode: ./a.ts\npass_wen: true\n",
      "a.yml:3: there is no field pass_wen here: did you mean pass_when?",
    ],
    ["a.yml", "prompt: x\ntype: scroe\n", "type must be pass_fail, score, category, not scroe: did you mean score?"],
    ["a.py", "def evaluate(): pass", "a check is a .ts, .js, .md, .txt or .yml file"],
  ])("a mistake in %s is told with its place: %j", async (name, text, message) => {
    const place = aFolder({ [name]: text });
    expect(await gaffe(place, ["checks", "test", name])).toMatchObject({
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

  test("an export that was cut off goes on where it was, and is as if it had not been", async () => {
    const place = aFolder();
    await using flaky = await cutOffAfter(service.url, 2);
    const args = [
      "export",
      "tag:exported",
      "--from",
      new Date(Date.now() - 3_600_000).toISOString(),
      "-o",
      "out.jsonl",
    ];
    const cut = await gaffe(place, args, { GAFFE_BASE_URL: flaky.url });
    expect(cut.status).toBe(4);
    expect(existsSync(join(place, "out.jsonl.part"))).toBe(true);
    expect(await gaffe(place, [...args, "--format", "csv"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is of another export"),
    });
    const rest = await gaffe(place, args);
    expect(rest).toMatchObject({ status: 0, stderr: expect.stringContaining("going on after 400 datapoints") });
    const ids = readFileSync(join(place, "out.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toHaveLength(450);
    expect(new Set(ids).size).toBe(450);
    expect(existsSync(join(place, "out.jsonl.part"))).toBe(false);
    expect(await gaffe(place, args)).toMatchObject({ status: 2, stderr: expect.stringContaining("--fresh") });
  });

  test("CSV keeps cells that look like formulas as text; whole datapoints have their messages", async () => {
    const place = aFolder();
    const csv = await gaffe(place, ["export", "tag:exported", "--format", "csv"]);
    expect(csv.stdout.split("\r\n")).toHaveLength(452);
    expect(csv.stdout).toContain(`"'=SUM(1), ""quoted"""`);
    const whole = await gaffe(place, ["export", "tag:exported", "--content", "whole", "-n", "2"]);
    const [first] = whole.stdout.split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ output: [{ role: "assistant", parts: [{ text: "an answer" }] }] });
    expect(await gaffe(place, ["export", "--format", "cvs"])).toMatchObject({ status: 2 });
    expect(await gaffe(place, ["export", "--from", "yesterday"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("write it as 2026-06-01"),
    });
  });

  test("tail follows what arrives, and ends after as many as asked for", async () => {
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
    const place = aFolder();
    await gaffe(place, ["init", "--language", "typescript"]);
    const complete = async (...words: string[]) =>
      (await gaffe(place, ["__complete", "--", ...words])).stdout.split("\n").filter((line) => line !== "");
    expect(await complete("mon")).toEqual(["monitors"]);
    expect(await complete("monitors", "")).toEqual(["apply", "list", "schema"]);
    expect(await complete("monitors", "apply", "--dr")).toEqual(["--dry-run"]);
    expect(await complete("run", "--reporter", "j")).toEqual(["json", "junit"]);
    expect(await complete("run", "-f", "")).toEqual(["example"]);
    expect(await complete("export", "--format", "")).toEqual(["csv", "jsonl"]);
    expect(await complete("completion", "")).toEqual(["bash", "fish", "zsh"]);
  });

  /** Each defines what its shell calls at the tab key, and says what that offers for `gaffe monitors ap`, then `gaffe run -f `. */
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
      const place = aFolder();
      await gaffe(place, ["init", "--language", "typescript"]);
      const bin = join(place, "gaffe");
      const main = join(import.meta.dirname, "../../../cli/src/main.ts");
      writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 });
      // No settings of this machine's user.
      const env = { PATH: `${place}:${process.env["PATH"] ?? ""}`, HOME: place, XDG_CONFIG_HOME: place };
      const quiet = { bash: ["--norc"], zsh: ["-f"], fish: ["--no-config"] }[shell] ?? [];
      const said = await ran(shell, [...quiet, "-c", script], { cwd: place, env });
      expect(said).toMatchObject({ status: 0, stdout: "apply\nexample\n" });
    });
  }

  test("another shell is refused with those that there are", async () => {
    expect(await gaffe(aFolder(), ["completion", "tcsh"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^gaffe: .*bash, zsh, fish/),
    });
  });
});

/** The service through a server that is gone after so many pages. */
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
