import type { Authenticate } from "../accounts/index.ts";
import { hintOf } from "../accounts/service.ts";
import { messageOf } from "../platform/failure.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { GaffeEvent } from "../platform/telemetry/events.ts";
import type { Client, Principal } from "../server/index.ts";
import { isOperator } from "../server/service.ts";
import type { RejectedRequestStore } from "./ports/rejected-requests.ts";
import type { RejectedRequest } from "./rejected-request.ts";

export type Rejection = Pick<RejectedRequest, "route" | "status" | "reason">;

export interface RejectedSender {
  /** The token that the request presented. */
  readonly token: string | undefined;
  readonly client: Client;
}

export interface RejectedRequests {
  /** Records a rejection under the project of its token, asynchronously. */
  readonly record: (sender: RejectedSender, rejection: Rejection) => void;
  /**
   * Returns the latest rejections that the principal may see, newest first: those of its project and, for operators,
   * those without a project.
   */
  readonly of: (asker: Principal) => Promise<readonly RejectedRequest[]>;
  /** Writes the buffered rejections. */
  readonly stop: () => Promise<void>;
}

interface RejectedRequestsDependencies {
  readonly authenticate: Authenticate;
  readonly store: RejectedRequestStore;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
  /** How long rejections are buffered, to be written together, in milliseconds. */
  readonly everyMs?: number;
}

const shown = 20;
const retentionMs = 7 * 86_400_000;
/** Max projects with buffered rejections; beyond, the project whose last rejection is oldest is dropped. */
const projectsWaiting = 100;
const routeLength = 120;
const reasonLength = 240;

/**
 * The latest rejected requests of all replicas. They are buffered with equal ones merged, at most twenty per
 * project, and written together every few seconds: any number of requests from a stranger causes one write and
 * twenty rows. A revoked or expired token still identifies its project; requests without a Gaffe token belong to
 * no project.
 */
export function createRejectedRequests({
  authenticate,
  store,
  now,
  emit,
  everyMs = 3000,
}: RejectedRequestsDependencies): RejectedRequests {
  /** Newest first; the project with the latest rejection is last. */
  let waiting = new Map<ProjectId | undefined, readonly RejectedRequest[]>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  return { record, of, stop: write };

  function record({ token, client }: RejectedSender, rejection: Rejection): void {
    void authenticate(token, client)
      .then((identity) => (identity.kind === "principal" ? identity.principal.projectId : identity.projectId))
      // The database is unavailable: the rejection is shown to operators.
      .catch(() => undefined)
      .then((project) => {
        buffer(project, requestOf(token, rejection));
        writeLater();
      });
  }

  function requestOf(token: string | undefined, { route, status, reason }: Rejection): RejectedRequest {
    return {
      at: now(),
      count: 1,
      route: cut(route, routeLength),
      status,
      reason: cut(reason, reasonLength),
      // A token that isn't Gaffe's may be a key for another service: no part of it is stored.
      ...(token?.startsWith("gaffe_") ? { tokenHint: hintOf(token) } : {}),
    };
  }

  function buffer(project: ProjectId | undefined, request: RejectedRequest): void {
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

  /** Runs one write at a time. Rejections that could not be written stay buffered. */
  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const batch = waiting;
      if (batch.size === 0) return;
      waiting = new Map();
      try {
        await store.add(batch, { atMost: shown, since: now() - retentionMs });
      } catch (thrown) {
        for (const [project, requests] of batch) for (const request of requests) buffer(project, request);
        writeLater();
        const facts = { error: messageOf(thrown) };
        const message = "rejected requests could not be written; Gaffe will retry";
        emit({ kind: "rejected-requests-not-stored", level: "warn", message, facts });
      }
    });
    return writing;
  }

  async function of(asker: Principal): Promise<readonly RejectedRequest[]> {
    await write();
    const whose = [asker.projectId, ...(isOperator(asker) ? [undefined] : [])];
    const lists = await Promise.all(whose.map((project) => store.list(project)));
    return lists.flat().sort(newestFirst).slice(0, shown);
  }
}

const newestFirst = (one: RejectedRequest, other: RejectedRequest) => other.at - one.at;

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);

const isSame = (one: RejectedRequest, other: RejectedRequest): boolean =>
  one.route === other.route &&
  one.status === other.status &&
  one.reason === other.reason &&
  one.tokenHint === other.tokenHint;
