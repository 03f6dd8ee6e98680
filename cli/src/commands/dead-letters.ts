import type { Command } from "commander";
import type { DeadLetter } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { apiOfSettings, Refusal } from "../api.ts";
import { usage } from "../exit.ts";
import { asApi, asJson, columns, oneLine, print } from "../print.ts";
import { upTo200 } from "./numbers.ts";

/** The selected dead letters: ids, or all of the project. */
interface Chosen {
  readonly all: boolean;
  readonly json: boolean;
}

export function addDeadLetterCommands(program: Command): void {
  const deadLetters = program
    .command("dead-letters")
    .description("list, replay or delete accepted data that could not be stored");
  deadLetters
    .command("list")
    .description("list dead letters, newest first, with the reason")
    .option("-n, --limit <count>", "maximum number", upTo200, 50)
    .option("--json", asApi, false)
    .action(async (options: { limit: number; json: boolean }) =>
      print(await listDeadLetters(apiOfSettings(), options)),
    );
  for (const [name, description, act] of [
    ["replay", "process dead letters again (needs a token with the scope write)", replayDeadLetters],
    ["delete", "delete dead letters for good (needs a token with the scope admin)", deleteDeadLetters],
  ] as const)
    deadLetters
      .command(name)
      .description(description)
      .argument("[ids...]")
      .option("--all", "all of the project", false)
      .option("--json", asApi, false)
      .addHelpText("after", `\nExamples:\n  gaffe dead-letters list\n  gaffe dead-letters ${name} --all`)
      .action(async (ids: string[], chosen: Chosen) => print(await act(apiOfSettings(), ids, chosen)));
}

type ListOptions = { readonly limit: number; readonly json: boolean };

export async function listDeadLetters(api: ApiClient, { limit, json }: ListOptions): Promise<string> {
  const page = await api.send("GET /dead-letters", { query: { limit } });
  if (json) return asJson(page);
  const { count, items } = page;
  if (items.length === 0) return "There are no dead letters: everything that was accepted could be stored.";
  const rest = count > items.length ? `\n(${count} in total; --limit takes up to 200)` : "";
  return `${columns(items.map(rowOf))}${rest}`;
}

const rowOf = ({ id, at, signal, traceId, attempts, bytes, reason }: DeadLetter): readonly string[] => [
  id,
  at.slice(0, 19),
  signal,
  traceId,
  attempts === 1 ? "1 attempt" : `${attempts} attempts`,
  sizeText(bytes),
  oneLine(reason, 200),
];

export async function replayDeadLetters(
  api: ApiClient,
  ids: readonly string[],
  { all, json }: Chosen,
): Promise<string> {
  requireChoice(ids, all);
  const answer = await api.send("POST /dead-letters/replay", { body: all ? { all: true } : { ids } });
  if (json) return asJson(answer);
  const what = answer.replayed === 1 ? "1 dead letter is" : `${answer.replayed} dead letters are`;
  return `${what} being processed again. Dead letters that fail again reappear in gaffe dead-letters list`;
}

/** Deletes page by page: each deletion moves the rest up. */
export async function deleteDeadLetters(
  api: ApiClient,
  ids: readonly string[],
  { all, json }: Chosen,
): Promise<string> {
  requireChoice(ids, all);
  let deleted = 0;
  for (let wanted = all ? await firstIds(api) : ids; wanted.length > 0; wanted = all ? await firstIds(api) : []) {
    for (const id of wanted) deleted += await deleteOne(api, id, all);
  }
  if (json) return asJson({ deleted });
  return deleted === 1 ? "1 dead letter is permanently deleted." : `${deleted} dead letters are permanently deleted.`;
}

/** Tolerates 404 with --all: a dead letter may have been replayed automatically since it was listed. */
async function deleteOne(api: ApiClient, id: string, mayBeGone: boolean): Promise<number> {
  try {
    await api.send("DELETE /dead-letters/{id}", { path: { id } });
    return 1;
  } catch (thrown) {
    if (mayBeGone && thrown instanceof Refusal && thrown.status === 404) return 0;
    throw thrown;
  }
}

const firstIds = async (api: ApiClient): Promise<readonly string[]> =>
  (await api.send("GET /dead-letters", { query: { limit: 200 } })).items.map(({ id }) => id);

function requireChoice(ids: readonly string[], all: boolean): void {
  if (all === ids.length > 0)
    throw usage("name the ids of dead letters, or use --all. gaffe dead-letters list shows them");
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
