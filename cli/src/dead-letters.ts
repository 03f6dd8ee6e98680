import { type Api, Refusal } from "./api.ts";
import { usage } from "./exit.ts";
import { asJson, columns } from "./print.ts";

interface DeadLetter {
  readonly id: string;
  readonly traceId: string;
  readonly signal: string;
  readonly reason: string;
  readonly at: string;
  readonly attempts: number;
  readonly items: number;
  readonly bytes: number;
}

interface DeadLetters {
  readonly items: readonly DeadLetter[];
  readonly nextCursor?: string;
  readonly count: number;
  readonly bytes: number;
}

/** The selected dead letters: ids, or all of the project. */
interface Chosen {
  readonly all: boolean;
  readonly json: boolean;
}

export async function listDeadLetters(api: Api, { limit, json }: { limit: number; json: boolean }): Promise<string> {
  const page = await api.get<DeadLetters>(`/dead-letters?limit=${limit}`);
  if (json) return asJson(page);
  if (page.items.length === 0) return "There are no dead letters: everything that was accepted could be stored.";
  const { count, items } = page;
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
  reason.replaceAll(/\s+/g, " ").slice(0, 200),
];

export async function replayDeadLetters(api: Api, ids: readonly string[], { all, json }: Chosen): Promise<string> {
  requireChoice(ids, all);
  const answer = await api.post<{ replayed: number }>("/dead-letters/replay", all ? { all: true } : { ids });
  if (json) return asJson(answer);
  const what = answer.replayed === 1 ? "1 dead letter is" : `${answer.replayed} dead letters are`;
  return `${what} being processed again. Dead letters that fail again reappear in gaffe dead-letters list`;
}

/** Deletes page by page: each deletion moves the rest up. */
export async function deleteDeadLetters(api: Api, ids: readonly string[], { all, json }: Chosen): Promise<string> {
  requireChoice(ids, all);
  let deleted = 0;
  for (let wanted = all ? await firstIds(api) : ids; wanted.length > 0; wanted = all ? await firstIds(api) : []) {
    for (const id of wanted) deleted += await deleteOne(api, id, all);
  }
  if (json) return asJson({ deleted });
  return deleted === 1 ? "1 dead letter is permanently deleted." : `${deleted} dead letters are permanently deleted.`;
}

/** Tolerates 404 with --all: a dead letter may have been replayed automatically since it was listed. */
async function deleteOne(api: Api, id: string, mayBeGone: boolean): Promise<number> {
  try {
    await api.delete(`/dead-letters/${encodeURIComponent(id)}`);
    return 1;
  } catch (thrown) {
    if (mayBeGone && thrown instanceof Refusal && thrown.status === 404) return 0;
    throw thrown;
  }
}

const firstIds = async (api: Api) => (await api.get<DeadLetters>("/dead-letters?limit=200")).items.map(({ id }) => id);

function requireChoice(ids: readonly string[], all: boolean): void {
  if (all === ids.length > 0)
    throw usage("name the ids of dead letters, or use --all. gaffe dead-letters list shows them");
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
