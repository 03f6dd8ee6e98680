import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { cachedTool, pathOf } from "./tool-cache.ts";

const run = promisify(execFile);
const source = resolve(import.meta.dirname, "../../../sdk/python");
const commandSource = resolve(import.meta.dirname, "../../../sdk/python-command");
const needed = ["httpx==0.28.1", "pydantic==2.14.3", "pytest==9.2.0", "numpy==2.4.6", "pandas==3.1.1", "pyyaml==6.0.4"];
const tools = [...needed, "hatchling==1.33.0", "build==1.6.1", "mypy==2.4.1", "types-pyyaml==6.0.12.20261113"];

/** What the Python package needs: build tools, and a folder of wheels for installing without a network. */
export const pythonTools = await cachedTool({
  name: "python-sdk",
  content: tools.join(" "),
  timeoutMs: 300_000,
  inPlace: true,
  async make(folder, command) {
    await command("python3", ["-m", "venv", folder]);
    const pip = join(folder, "bin", "pip");
    await command(pip, ["wheel", "-q", "-w", join(folder, "wheels"), ...needed]);
    await command(pip, ["install", "-q", "--find-links", join(folder, "wheels"), ...tools]);
  },
});

/**
 * Builds the wheel and installs it, with its declared dependencies and `others`, into a new virtual environment in
 * `folder`.
 */
export async function installPythonSdk(
  folder: string,
  others: readonly ("numpy" | "pandas")[] = [],
): Promise<{ readonly environment: string }> {
  const python = join(pathOf(pythonTools), "bin", "python");
  const built = join(folder, "dist");
  const environment = join(folder, "venv");
  mkdirSync(built, { recursive: true });
  const pip = ["-m", "pip", "--disable-pip-version-check"];
  await run(python, [...pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", built, source]);
  const [wheel] = readdirSync(built);
  await run("python3", ["-m", "venv", "--without-pip", environment]);
  const into = ["--python", join(environment, "bin", "python")];
  const from = ["--no-index", "--find-links", join(pathOf(pythonTools), "wheels")];
  await run(python, [...pip, ...into, "install", "-q", ...from, join(built, wheel ?? ""), "pytest", ...others]);
  return { environment };
}

/**
 * Builds the source distributions of both packages, and wheels from these, as for a release; installs the wheels with
 * their declared dependencies into a new virtual environment.
 */
export async function buildPythonPackages(folder: string): Promise<{ readonly environment: string }> {
  const python = join(pathOf(pythonTools), "bin", "python");
  const built = join(folder, "dist");
  const environment = join(folder, "venv");
  for (const each of [source, commandSource])
    await run(python, ["-m", "build", "--no-isolation", "--outdir", built, each]);
  const wheels = readdirSync(built).filter((name) => name.endsWith(".whl"));
  await run("python3", ["-m", "venv", "--without-pip", environment]);
  const into = ["--python", join(environment, "bin", "python")];
  const from = ["--no-index", "--find-links", join(pathOf(pythonTools), "wheels")];
  const files = wheels.map((name) => join(built, name));
  await run(python, ["-m", "pip", "--disable-pip-version-check", ...into, "install", "-q", ...from, ...files]);
  return { environment };
}

/** Returns the output of `mypy --strict` for the SDK, or for programs that use the one installed in `environment`. */
export function typeMistakes(programs?: string, environment = ""): Promise<string> {
  const of = programs === undefined ? [] : ["--python-executable", join(environment, "bin", "python"), programs];
  return mypy(of, source);
}

/** Returns the output of `mypy --strict` for the package of the command, and for programs that use it. */
export const commandTypeMistakes = (programs: string): Promise<string> => mypy(["src", programs], commandSource);

function mypy(args: readonly string[], cwd: string): Promise<string> {
  const folder = pathOf(pythonTools);
  const env = { ...process.env, MYPYPATH: cwd === source ? "" : join(source, "src") };
  const cache = ["--strict", "--cache-dir", join(folder, `mypy-cache-${basename(cwd)}`)];
  return run(join(folder, "bin", "mypy"), [...cache, ...args], { cwd, env }).then(
    ({ stdout }) => stdout,
    // Status 1 means mistakes were found.
    ({ stdout }: { stdout: string }) => stdout,
  );
}
