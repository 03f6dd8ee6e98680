/**
 * Times a newcomer's path on this machine, from a fresh clone to the first email: `npm run newcomer`. It
 * clones the last commit, installs with npm's own cache or, with `--cold`, without one, and ends every
 * process that it started.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../src/platform/http/free-port.ts";
import { startBrowser } from "../test/support/clients/browser.ts";
import { startMailServer } from "../test/support/receivers/mail-server.ts";
import { newcomersPath } from "../test/support/service/newcomer.ts";
import { signUpLinkIn } from "../test/support/service/service.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "gaffe-newcomer-"));
const clone = join(folder, "gaffe");
const times: { readonly what: string; readonly ms: number }[] = [];

async function step<Done>(what: string, go: () => Promise<Done>): Promise<Done> {
  const startedAt = performance.now();
  const done = await go();
  const ms = performance.now() - startedAt;
  times.push({ what, ms });
  console.log(`${seconds(ms)}  ${what}`);
  return done;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(6)} s`;

function ran(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"], env: plain });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr.toString()}`);
}

/** Removes npm's variables and the Node of this clone from the environment: a newcomer has neither. */
const plain = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => !/^(npm_|GAFFE_|SMTP_|INIT_CWD$|NODE$)/.test(name))
    .map(([name, value]) => [name, name === "PATH" ? withoutOwn(value ?? "") : value]),
);

function withoutOwn(path: string): string {
  return path
    .split(":")
    .filter((part) => !part.includes("node_modules"))
    .join(":");
}

await using mail = await startMailServer();
const browser = await startBrowser();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
try {
  await step("git clone", () => Promise.resolve(ran("git", ["clone", "-q", root, clone], folder)));
  const cold = process.argv.includes("--cold") ? ["--cache", join(folder, "npm-cache")] : [];
  await step(`npm ci${cold.length > 0 ? ", nothing cached" : ""}`, () =>
    Promise.resolve(ran("npm", ["ci", "--no-audit", "--no-fund", ...cold], clone)),
  );
  const { service, signUpLink } = await step("npm start, until it is ready (it builds the web app once)", started);
  try {
    await newcomersPath({ url, signUpLink, mail, browser, step });
  } finally {
    // Signals the process group, as a terminal does: npm and its children.
    const ended = once(service, "close");
    if (service.pid !== undefined) process.kill(-service.pid, "SIGTERM");
    await ended;
  }
  console.log(`${seconds(times.reduce((sum, { ms }) => sum + ms, 0))}  in all`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function started() {
  const env = { ...plain, GAFFE_PORT: `${port}`, GAFFE_GRPC_PORT: `${await freePort()}`, SMTP_URL: mail.url };
  const child = spawn("npm", ["start"], { cwd: clone, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return { service: child, signUpLink: await signUpLinkIn(() => output) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
