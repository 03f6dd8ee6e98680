import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { buildSdk } from "../../support/clients/sdk.ts";
import { ran } from "../../support/service/command.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";

const root = resolve(import.meta.dirname, "../../..");
const actionFolder = join(root, "cli/action");

const text = z.string().min(1);
/** The schema of a composite action: docs.github.com, "Metadata syntax for GitHub Actions". */
const Action = z.strictObject({
  name: text,
  description: text.max(125),
  author: text,
  branding: z.strictObject({
    icon: text,
    color: z.enum(["white", "black", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"]),
  }),
  inputs: z.record(
    z.string().regex(/^[a-z_][a-z0-9_-]*$/),
    z.strictObject({ description: text, required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: text, value: text })),
  runs: z.strictObject({
    using: z.literal("composite"),
    steps: z.array(
      z.strictObject({
        name: text,
        id: z.string().optional(),
        if: z.string().optional(),
        shell: z.literal("bash"),
        "working-directory": z.string().optional(),
        env: z.record(z.string(), z.string()),
        run: text,
      }),
    ),
  }),
});
type Action = z.output<typeof Action>;
const action = Action.parse(parse(readFileSync(join(actionFolder, "action.yml"), "utf8")));

test("no input is put into a script as text: it could be a command", () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
});

test("every expression names an input, an output or a fact that there is", () => {
  const found = JSON.stringify(action).match(/(?:inputs|steps\.\w+\.outputs)\.[\w-]+/g) ?? [];
  const written = readFileSync(join(actionFolder, "run.sh"), "utf8");
  for (const name of found) {
    const last = name.split(".").at(-1) ?? "";
    if (name.startsWith("inputs.")) expect(Object.keys(action.inputs)).toContain(last);
    else expect(written).toContain(`echo "${last}=`);
  }
  for (const name of readdirSync(actionFolder).filter((file) => /\.(?:sh|mjs)$/.test(file)))
    expect(JSON.stringify(action)).toContain(`$GITHUB_ACTION_PATH/${name}`);
});

describe("the action's steps", () => {
  const folder = temporaryFolder();
  let service: Service;
  let github: Awaited<ReturnType<typeof openGithub>>;
  const work = join(folder.path, "work");
  beforeAll(async () => {
    [service, github] = await Promise.all([startService({ folder: join(folder.path, "data") }), openGithub()]);
    mkdirSync(join(work, ".gaffe", "flows"), { recursive: true });
    mkdirSync(join(work, "node_modules", ".bin"), { recursive: true });
    await buildSdk(join(folder.path, "node_modules"));
    const command = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "cli/src/main.ts")}" "$@"\n`;
    writeFileSync(join(work, "node_modules", ".bin", "gaffe"), command, { mode: 0o755 });
    symlinkSync(process.execPath, join(folder.path, "node"));
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await github?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const write = (wrong: number) =>
    writeFileSync(
      join(work, ".gaffe", "flows", "answers.ts"),
      `import { Gaffe } from "@gaffe/sdk";
const gaffe = new Gaffe();
const seedData = Array.from({ length: 10 }, (_, number) => ({ input: "question " + number }));
const scenario = await gaffe.createScenarioSet({ name: "Answers " + Math.random(), seedData });
const invoke = (input) => ({ modelPrediction: Number(input.slice(9)) < ${wrong} ? "no" : "{}" });
const model = await gaffe.registerModel({ name: "Answers", model: { type: "custom", invoke } });
await model.runTest({ name: "Answers", scenario, checks: ["is_json"] });
`,
    );

  test("a push is the baseline; a pull request has one comment, which is updated, and fails if a check is worse", async () => {
    write(0);
    expect(await act("push")).toMatchObject({ status: 0 });
    expect(github.comments).toEqual([]);

    write(1);
    const first = await act("pull_request");
    expect(first).toMatchObject({ status: 0 });
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain("90.0 % of the checks passed");
    expect(github.comments[0]?.body).toContain("could be chance");

    // Comments of other people come before and after it.
    github.addComments("looks good to me", 120);
    write(8);
    const second = await act("pull_request");
    expect(second).toMatchObject({ status: 1 });
    expect(second.stdout).toContain("::error title=Answers%3A is_json became worse::");
    const mine = github.comments.filter(({ body }) => body.startsWith("<!-- gaffe:"));
    expect(mine).toHaveLength(1);
    expect(mine[0]?.body).toContain("1 significantly worse than the baseline");
    expect(mine[0]?.body).toContain("100.0 % → 20.0 %");
    expect(second.summary).toContain("8 rows of Answers became worse");
    expect(await act("pull_request", { "fail-under": "0.1", baseline: "commit:nothing" })).toMatchObject({ status: 0 });
    expect(github.unexpected).toEqual([]);
  });

  test("a mistake in the settings is also reported on the pull request; a comment that may not be written is a warning", async () => {
    github.comments.length = 0;
    const result = await act("pull_request", { flow: "anwsers" });
    expect(result.status).toBe(2);
    expect(github.comments[0]?.body).toContain("there is no flow anwsers: did you mean answers?");
    github.refuse = true;
    const refused = await act("pull_request", { flow: "anwsers" });
    expect(refused.status).toBe(2);
    expect(refused.stdout).toContain("::warning title=Gaffe::");
    expect(refused.stdout).toContain("pull-requests: write");
    github.refuse = false;
  });

  /** Runs the steps one after another, as a runner does. */
  async function act(event: "push" | "pull_request", givenInputs: Readonly<Record<string, string>> = {}) {
    const workFolder = temporaryFolder();
    const file = (name: string, content = "") => {
      const path = join(workFolder.path, name);
      writeFileSync(path, content);
      return path;
    };
    const defaults = Object.entries(action.inputs).map(([name, { default: value = "" }]) => [name, value] as const);
    const inputs: Record<string, string> = {
      ...Object.fromEntries(defaults),
      "api-key": service.token,
      "base-url": service.url,
      "working-directory": work,
      "github-token": "gh-token",
      ...givenInputs,
    };
    const outputs = new Map<string, string>();
    const summaryFile = file("summary.md");
    const pull = { pull_request: { number: 12, head: { sha: "0123456789abcdef" } } };
    const env = {
      PATH: `${folder.path}:${process.env["PATH"] ?? ""}`,
      XDG_CONFIG_HOME: workFolder.path,
      GITHUB_ACTION_PATH: actionFolder,
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: "someone/app",
      GITHUB_WORKFLOW: "Gaffe",
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: file("event.json", JSON.stringify(event === "push" ? {} : pull)),
      GITHUB_SHA: "0123456789abcdef",
      GITHUB_REF_NAME: event === "push" ? "main" : "12/merge",
      GITHUB_BASE_REF: event === "push" ? "" : "main",
      GITHUB_STEP_SUMMARY: summaryFile,
      RUNNER_TEMP: workFolder.path,
    };
    let stdout = "";
    let status = 0;
    for (const step of action.runs.steps) {
      if (step.if !== undefined && !holds(step.if)) continue;
      const outputFile = file("output");
      const script = file("step.sh", step.run);
      const own = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)]));
      const done = await ran("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
        cwd: filled(step["working-directory"] ?? work),
        env: { ...env, ...own, GITHUB_OUTPUT: outputFile },
      });
      stdout += done.stdout;
      status = done.status ?? 1;
      for (const line of readFileSync(outputFile, "utf8").split("\n")) {
        const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
        if (name !== "") outputs.set(`steps.${step.id ?? ""}.outputs.${name}`, value);
      }
      if (status !== 0 && step !== action.runs.steps.at(-1))
        throw new Error(`${step.name}: ${done.stdout}${done.stderr}`);
    }
    const summary = readFileSync(summaryFile, "utf8");
    workFolder[Symbol.dispose]();
    return { status, stdout, summary };

    function filled(value: string): string {
      return value.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => valueOf(expression));
    }

    function valueOf(expression: string): string {
      const [kind = "", name = ""] = expression.split(/\.(.*)/);
      if (kind === "inputs" && name in inputs) return inputs[name] ?? "";
      if (kind === "steps") return outputs.get(expression) ?? "";
      if (expression === "github.event_name") return event;
      throw new Error(`the action requests ${expression}, of which this test knows nothing`);
    }

    /** Evaluates comparisons joined by &&, the only conditions of the action. */
    function holds(condition: string): boolean {
      return condition
        .replace(/^\$\{\{ (.*) \}\}$/, "$1")
        .split(" && ")
        .every((part) => {
          if (part === "always()") return true;
          const [, left = "", sign = "", right = ""] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
          return (valueOf(left) === right) === (sign === "==");
        });
    }
  }
});

interface Comment {
  readonly id: number;
  body: string;
}

/** Serves GitHub's comments of one pull request. Other requests get 599 and are recorded. */
async function openGithub() {
  const comments: Comment[] = [];
  const unexpected: string[] = [];
  const state = { refuse: false, next: 1 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = (status: number, content: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
      const url = new URL(request.url ?? "", "http://github.test");
      const route = `${request.method} ${url.pathname}`;
      const { body } =
        chunks.length === 0 ? { body: "" } : (JSON.parse(Buffer.concat(chunks).toString()) as { body: string });
      const one = /^PATCH \/repos\/someone\/app\/issues\/comments\/(\d+)$/.exec(route);
      const known = comments.find(({ id }) => id === Number(one?.[1]));
      if (request.headers.authorization !== "Bearer gh-token") answer(401, {});
      else if (state.refuse) answer(403, {});
      else if (route === "GET /repos/someone/app/issues/12/comments") {
        const page = Number(url.searchParams.get("page"));
        answer(200, comments.slice((page - 1) * 100, page * 100));
      } else if (route === "POST /repos/someone/app/issues/12/comments") {
        comments.push({ id: state.next++, body });
        answer(201, {});
      } else if (known) {
        known.body = body;
        answer(200, {});
      } else {
        unexpected.push(route);
        answer(599, {});
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    unexpected,
    /** Adds comments of another person before the existing ones. */
    addComments: (body: string, times: number) =>
      comments.unshift(...Array.from({ length: times }, () => ({ id: state.next++, body }))),
    set refuse(value: boolean) {
      state.refuse = value;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
