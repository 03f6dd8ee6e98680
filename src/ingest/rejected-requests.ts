import type { Authenticate } from "../accounts/sign-in/authenticate.ts";
import { hintOf } from "../accounts/sign-in/secret.ts";
import type { RejectedRequestStore } from "../app/ports/records.ts";
import { messageOf } from "../platform/failure.ts";
import { firstAccount, type ProjectId } from "../platform/ids.ts";
import type { GaffeEvent } from "../platform/telemetry/events.ts";
import { mayDo, type Principal } from "../server/access.ts";
import type { RejectedRequest } from "./rejected-request.ts";

/** What a receiver knows of a request that it refused, wholly or in part. */
export type Rejection = Pick<RejectedRequest, "route" | "status" | "because">;

export interface RejectedRequests {
  /** Takes note of one, under the project of the token that it came with. Nobody waits for it. */
  readonly note: (token: string | undefined, rejection: Rejection) => void;
  /** The last ones that the asker may see, newest first: its project's, and nobody's for those who run the service. */
  readonly of: (asker: Principal) => Promise<readonly RejectedRequest[]>;
  /** Writes down what waits. */
  readonly stop: () => Promise<void>;
}

interface Needs {
  readonly authenticate: Authenticate;
  readonly store: RejectedRequestStore;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
  /** How long what was noted waits for more, to be written together. */
  readonly everyMs?: number;
}

const shown = 20;
const keptMs = 7 * 86_400_000;
/** Projects whose requests wait to be written; of more the one noted longest ago leaves first. */
const projectsWaiting = 100;
const routeLength = 120;
const becauseLength = 240;

/**
 * The last rejected requests, one by one, as all replicas noted them. They wait in memory, equal ones as one, at most
 * twenty of a project, and are written together every few seconds: however many a stranger sends, he causes one write
 * and fills twenty rows. A token that is no longer good still names its project; what came with no token of ours
 * belongs to nobody.
 */
export function createRejectedRequests({ authenticate, store, now, emit, everyMs = 3000 }: Needs): RejectedRequests {
  /** Newest first; those noted last stand last. */
  let waiting = new Map<ProjectId | undefined, readonly RejectedRequest[]>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  return { note, of, stop: write };

  function note(token: string | undefined, rejection: Rejection): void {
    void authenticate(token)
      .then((identity) => (identity.kind === "principal" ? identity.principal.projectId : identity.projectId))
      // The records do not answer: it is told to those who run the service.
      .catch(() => undefined)
      .then((project) => {
        keep(project, requestOf(token, rejection));
        writeLater();
      });
  }

  function requestOf(token: string | undefined, { route, status, because }: Rejection): RejectedRequest {
    return {
      at: now(),
      count: 1,
      route: cut(route, routeLength),
      status,
      because: cut(because, becauseLength),
      // What is no token of ours may be somebody's key for something else: nothing of it is kept.
      ...(token?.startsWith("gaffe_") ? { tokenHint: hintOf(token) } : {}),
    };
  }

  function keep(project: ProjectId | undefined, request: RejectedRequest): void {
    const known = waiting.get(project) ?? [];
    const same = known.find((one) => isSame(one, request));
    const others = same === undefined ? known : known.filter((one) => one !== same);
    const { at = 0, count = 0 } = same ?? {};
    const joined = { ...request, at: Math.max(at, request.at), count: count + request.count };
    waiting.delete(project);
    waiting.set(project, [joined, ...others].toSorted(newestFirst).slice(0, shown));
    const oldest = [...waiting.keys()].find((key) => key !== undefined);
    if (waiting.size > projectsWaiting && oldest !== undefined) waiting.delete(oldest);
  }

  function writeLater(): void {
    timer ??= setTimeout(() => void write(), everyMs).unref();
  }

  /** One write at a time. What could not be written waits on. */
  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const taken = waiting;
      if (taken.size === 0) return;
      waiting = new Map();
      try {
        await store.add(taken, { atMost: shown, since: now() - keptMs });
      } catch (thrown) {
        for (const [project, requests] of taken) for (const request of requests) keep(project, request);
        writeLater();
        const facts = { error: messageOf(thrown) };
        const message = "rejected requests could not be written down; it is tried again";
        emit({ kind: "rejected-requests-not-kept", level: "warn", message, facts });
      }
    });
    return writing;
  }

  async function of(asker: Principal): Promise<readonly RejectedRequest[]> {
    await write();
    const whose = [asker.projectId, ...(runsTheService(asker) ? [undefined] : [])];
    const lists = await Promise.all(whose.map((project) => store.list(project)));
    return lists.flat().sort(newestFirst).slice(0, shown);
  }
}

const newestFirst = (one: RejectedRequest, other: RejectedRequest) => other.at - one.at;

const runsTheService = (asker: Principal): boolean =>
  asker.accountId === firstAccount && (asker.by.kind === "local" || mayDo(asker, "admin"));

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);

const isSame = (one: RejectedRequest, other: RejectedRequest): boolean =>
  one.route === other.route &&
  one.status === other.status &&
  one.because === other.because &&
  one.tokenHint === other.tokenHint;
