import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { usage } from "./exit.ts";

/** Tokens of `gaffe login` by address; `baseUrl` is the address of the last login. */
export interface Credentials {
  readonly baseUrl?: string;
  readonly tokens: Readonly<Record<string, string>>;
}

/** Returns a file in the user's settings folder that only this user can read. */
function credentialsFile(environment: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: windows } = environment;
  const folder = xdg || (process.platform === "win32" && windows) || join(environment["HOME"] ?? homedir(), ".config");
  return join(folder, "gaffe", "credentials.json");
}

export function readCredentials(environment: NodeJS.ProcessEnv): Credentials {
  const file = credentialsFile(environment);
  if (!existsSync(file)) return { tokens: {} };
  try {
    const { baseUrl, tokens } = JSON.parse(readFileSync(file, "utf8")) as Partial<Credentials>;
    return { ...(typeof baseUrl === "string" ? { baseUrl } : {}), tokens: { ...tokens } };
  } catch (thrown) {
    throw usage(`${file} cannot be read (${(thrown as Error).message}): delete it and use gaffe login`);
  }
}

/** Writes atomically, and never makes the file readable for others. */
export function writeCredentials(environment: NodeJS.ProcessEnv, credentials: Credentials): string {
  const file = credentialsFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (Object.keys(credentials.tokens).length === 0) {
    rmSync(file, { force: true });
    return file;
  }
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
  return file;
}
