import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import type { Me } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { apiOfSettings, createApi } from "../api.ts";
import { addressOf, readConfig } from "../config.ts";
import { readCredentials, writeCredentials } from "../credentials.ts";
import { Exit, exitCodes, usage } from "../exit.ts";
import { asApi, asJson, print } from "../print.ts";

export function addProjectsCommand(program: Command): void {
  program
    .command("projects")
    .description("list projects")
    .option("--json", asApi, false)
    .action(async ({ json }: { json: boolean }) => {
      const { items } = await apiOfSettings().send("GET /projects", {});
      if (json) return print(asJson({ items }));
      const lines = items.map(({ id, name, language = "" }) => [id.padEnd(30), name, language].join("  ").trimEnd());
      print(lines.join("\n"));
    });
}

export function addLoginCommands(program: Command): void {
  program
    .command("login")
    .description("store an API token for this user, so that no command needs GAFFE_TOKEN")
    .option("--base-url <address>", "of your Gaffe; else that of .gaffe/config.yml or GAFFE_ENDPOINT")
    .addHelpText(
      "after",
      "\nThe command prompts for the token, or reads it from standard input:\n  gaffe login < token.txt",
    )
    .action(login);
  program
    .command("logout")
    .description("forget the token of this user")
    .option("--base-url <address>", "of your Gaffe")
    .action(logout);
  program
    .command("whoami")
    .description("show the address, the token and its project")
    .option("--json", "as JSON", false)
    .action(whoami);
}

async function login({ baseUrl: baseUrlOption }: { baseUrl?: string }): Promise<void> {
  const baseUrl =
    baseUrlOption === undefined ? readConfig(process.env).baseUrl : addressOf(baseUrlOption, "--base-url");
  process.stderr.write(`A token for ${baseUrl}: Settings > API Token there, scopes read and write.\n`);
  const apiKey = (await readSecret("Token: ")).trim();
  if (apiKey === "") throw usage("no token was given");
  if (!/^[!-~]+$/.test(apiKey)) throw usage("the token has a character that no token has: copy it whole");
  const me = await whoIs(createApi({ baseUrl, apiKey }));
  const { tokens } = readCredentials(process.env);
  const file = writeCredentials(process.env, { baseUrl, tokens: { ...tokens, [baseUrl]: apiKey } });
  print(`Signed in to ${baseUrl} as ${nameOf(me)}. The token is in ${file}`);
  if (process.env["GAFFE_TOKEN"]) process.stderr.write("GAFFE_TOKEN is set, too, and is used instead.\n");
}

/** Reads a line without echoing it, or standard input if that isn't a terminal. */
async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

function logout({ baseUrl: baseUrlOption }: { baseUrl?: string }): void {
  const credentials = readCredentials(process.env);
  const baseUrl = baseUrlOption === undefined ? credentials.baseUrl : addressOf(baseUrlOption, "--base-url");
  if (baseUrl === undefined || credentials.tokens[baseUrl] === undefined) return print("no token is stored");
  const { [baseUrl]: _, ...tokens } = credentials.tokens;
  const [left] = Object.keys(tokens);
  writeCredentials(process.env, { ...(left === undefined ? {} : { baseUrl: left }), tokens });
  print(`Forgot the token for ${baseUrl}. It stays valid: revoke it under Settings > API Token there`);
}

async function whoami({ json }: { json: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const me = await whoIs(createApi(config));
  const { who, projectId } = me;
  if (json) print(asJson({ baseUrl: config.baseUrl, from: config.apiKeyFrom, who, projectId }));
  else print(`${config.baseUrl}: ${nameOf(me)} (${config.apiKeyFrom})`);
}

async function whoIs(api: ApiClient): Promise<Me> {
  // `/me` needs no token; this request does.
  await api.send("GET /test-runs", { query: { limit: 1 } });
  const me = await api.send("GET /me", {});
  if (me.who.kind === "nobody") throw new Exit(exitCodes.auth, "the token is not known there");
  return me;
}

function nameOf({ who, projectId = "?" }: Me): string {
  if (who.kind !== "token") return `${who.kind}, project ${projectId}`;
  return `the token ${who.name}, project ${projectId}, scopes ${who.scopes.join(", ")}`;
}
