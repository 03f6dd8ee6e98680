import type { Command } from "commander";
import { type Api, createApi } from "../api.ts";
import { addressOf, readConfig } from "../config.ts";
import { readCredentials, writeCredentials } from "../credentials.ts";
import { Exit, exitCodes, usage } from "../exit.ts";
import { asJson, print } from "../print.ts";
import { readSecret } from "../secret.ts";

interface Me {
  readonly who: { readonly kind: string; readonly name?: string; readonly scopes?: readonly string[] };
  readonly projectId?: string;
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

function logout({ baseUrl: baseUrlOption }: { baseUrl?: string }): void {
  const credentials = readCredentials(process.env);
  const baseUrl = baseUrlOption === undefined ? credentials.baseUrl : addressOf(baseUrlOption, "--base-url");
  if (baseUrl === undefined || credentials.tokens[baseUrl] === undefined) {
    print("no token is stored");
    return;
  }
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

async function whoIs(api: Api): Promise<Me> {
  // `/me` needs no token; this request does.
  await api.get("/test-runs?limit=1");
  const me = await api.get<Me>("/me");
  if (me.who.kind === "nobody") throw new Exit(exitCodes.auth, "the token is not known there");
  return me;
}

function nameOf({ who: { kind, name, scopes = [] }, projectId = "?" }: Me): string {
  const who = kind === "token" ? `the token ${name ?? "?"}` : kind;
  return `${who}, project ${projectId}${scopes.length === 0 ? "" : `, scopes ${scopes.join(", ")}`}`;
}
