import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPythonPackages, commandTypeMistakes, pythonTools } from "../support/clients/python-sdk.ts";
import { isMissing, reason } from "../support/clients/tool-cache.ts";
import { completion } from "../support/providers/chat-provider.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf } from "../support/service/service-api.ts";

const folder = temporaryFolder();
const work = join(folder.path, "work");
const root = resolve(import.meta.dirname, "../..");
let service: Service;
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
let environment = "";

describe.skipIf(isMissing(pythonTools))(`the published Python packages${reason(pythonTools)}`, () => {
  beforeAll(async () => {
    [service, provider, { environment }] = await Promise.all([
      startService({ folder: join(folder.path, "data"), env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } }),
      openFakeProvider(),
      buildPythonPackages(folder.path),
    ]);
    await apiOf(service).post("/upstreams", { id: "shop", baseUrl: provider.url });
    mkdirSync(work);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const run = promisify(execFile);

  /** Runs the command as a user without Node, who has signed in. */
  async function gaffe(args: readonly string[], { env = {}, cwd = work, input = "" } = {}) {
    const options = { cwd, env: { PATH: "/usr/bin:/bin", HOME: folder.path, ...env } };
    const running = run(join(environment, "bin", "gaffe"), [...args], options);
    running.child.stdin?.end(input);
    return running.then(
      ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        status: code,
        stdout,
        stderr,
      }),
    );
  }

  test.each(["gaffe-sdk", "gaffe"])("%s names its version, license, repository and changelog", async (name) => {
    const program = `import json; from importlib.metadata import distribution
found = distribution("${name}"); print(json.dumps([found.metadata.json, sorted(map(str, found.files))]))`;
    const { stdout } = await run(join(environment, "bin", "python"), ["-c", program]);
    const [metadata, files] = JSON.parse(stdout) as [Record<string, unknown>, string[]];
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(metadata).toMatchObject({
      name,
      version,
      license_expression: "Apache-2.0",
      license_file: "LICENSE",
      project_url: [
        expect.stringMatching(/^Repository, https:\/\/github\.com\/\S+\/gaffe$/),
        expect.stringMatching(/^Changelog, https:\/\/github\.com\/\S+\/CHANGELOG\.md$/),
      ],
      description: expect.stringContaining(`# ${name}\n`) as string,
    });
    expect(files.filter((file) => /licenses\/LICENSE$|py\.typed$/.test(file))).toHaveLength(2);
  });

  test("gaffe has everything of gaffe_sdk, and the helpers for pytest", async () => {
    const program = `import gaffe, gaffe_sdk; from gaffe import *
print(all(hasattr(gaffe, name) for name in gaffe_sdk.__all__), AsyncGaffe.__name__, rows.__name__, assert_row.__name__)`;
    const { stdout } = await run(join(environment, "bin", "python"), ["-c", program]);
    expect(stdout).toBe("True AsyncGaffe rows assert_row\n");
  });

  test("mypy --strict finds nothing in the command, or in the program of its page", async () => {
    const page = readFileSync(join(root, "sdk/python-command/README.md"), "utf8");
    const [, program = ""] = /^```python\n([^]*?)^```$/m.exec(page) ?? [];
    const programs = join(folder.path, "programs");
    mkdirSync(programs);
    writeFileSync(join(programs, "test_page.py"), program);
    expect(await commandTypeMistakes(programs)).toContain("Success: no issues found");
  });

  test("a user signs in, creates a flow in Python, and runs it below the project's folder", async () => {
    const none = await gaffe(["run"]);
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining("gaffe init writes an example") });
    const login = await gaffe(["login", "--base-url", service.url], { input: `${service.token}\n` });
    expect(login).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`Signed in to ${service.url} as the token`),
    });
    const created = await gaffe(["init", "-l", "py"]);
    expect(created.stdout).toContain("Wrote .gaffe/config.yml, .gaffe/flows/example.py.");
    expect(await gaffe(["init", "-l", "py"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--force") });
    const below = join(work, "below");
    mkdirSync(below);
    const done = await gaffe(["run"], { cwd: below });
    expect([done.status, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).toContain("✓ example\n  Example run: finished, 2 rows\n    ✓ is_function_correct  2/2\n");
    expect(await gaffe(["whoami"])).toMatchObject({ stdout: expect.stringMatching(/project global.*\(gaffe login\)/) });
    const unknown = await gaffe(["run", "-f", "exmaple"]);
    expect(unknown).toMatchObject({ status: 2, stderr: "gaffe: there is no flow exmaple; there are example\n" });
    const refused = await gaffe(["run"], { env: { GAFFE_TOKEN: "gaffe_wrong" } });
    expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining("Create a token") });
  });

  test("a flow in YAML runs without Node; a metric, a setting and a variable that are wrong are named", async () => {
    expect(await gaffe(["init", "-l", "yaml", "--force"])).toMatchObject({ status: 0 });
    const file = join(work, ".gaffe/flows/example.yml");
    const text = readFileSync(file, "utf8").replace("openai/gpt-4o-mini", "shop/small").replace("{ openai:", "{ shop:");
    writeFileSync(file, text);
    const unset = await gaffe(["run", "-f", "example"]);
    expect([unset.status, unset.stderr]).toEqual([2, expect.stringContaining("OPENAI_API_KEY is not set")]);
    provider.answerWith((_, response) => void response.writeHead(200).end(completion({ content: "billing" })));
    const env = { OPENAI_API_KEY: "sk-provider" };
    const low = await gaffe(["run"], { env });
    expect([low.status, low.stderr]).toEqual([1, "gaffe: failed: example\n"]);
    expect(low.stdout).toContain("accuracy is 0.5, less than 0.75");
    writeFileSync(file, text.replace("accuracy: 0.75", "accuracy: 0.5"));
    const good = await gaffe(["run", "--tag", "nightly"], { env });
    expect([good.status, good.stderr]).toEqual([0, ""]);
    expect(good.stdout).toContain("    ✓ empty_output  4/4\n");
    writeFileSync(file, text.replace("checks: [empty_output]", "checks: [empty_outputs]"));
    const misspelt = await gaffe(["run"], { env });
    expect([misspelt.status, misspelt.stderr]).toEqual([2, expect.stringContaining("example.yml: checks.0.check: ")]);
    writeFileSync(file, text.replace("at-least:", "at-leest:"));
    expect(await gaffe(["run"], { env })).toMatchObject({ stderr: expect.stringContaining("did you mean at-least?") });
    expect(existsSync(join(folder.path, ".config/gaffe/credentials.json"))).toBe(true);
    expect(await gaffe(["logout"])).toMatchObject({
      stdout: expect.stringContaining(`Forgot the token for ${service.url}`),
    });
    expect(existsSync(join(folder.path, ".config/gaffe/credentials.json"))).toBe(false);
  });
});
