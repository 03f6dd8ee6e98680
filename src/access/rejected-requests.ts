import { mayDo, type Principal } from "../domain/access.ts";
import { firstAccount, type ProjectId } from "../domain/ids.ts";
import type { RejectedRequest } from "../domain/rejected-request.ts";
import type { Authenticate } from "./authenticate.ts";
import { hintOf, secretShape } from "./secret.ts";

/** What a receiver knows of a request that it refused, wholly or in part. */
export type Rejection = Pick<RejectedRequest, "route" | "status" | "because">;

export interface RejectedRequests {
  /** Takes note of one, under the project of the token that it came with. Nobody waits for it. */
  readonly note: (token: string | undefined, rejection: Rejection) => void;
  /** The last ones that the asker may see, newest first: its project's, and nobody's for those who run the service. */
  readonly of: (asker: Principal) => readonly RejectedRequest[];
}

interface Needs {
  readonly authenticate: Authenticate;
  readonly now: () => number;
}

const shown = 20;
/** Projects whose requests are remembered; of more the one noted longest ago leaves first. */
const projectsKept = 500;
const routeLength = 120;
const becauseLength = 400;

/**
 * The last rejected requests, one by one: in memory, of this process. A token that is no longer good still names its
 * project; what came with no token of ours belongs to nobody.
 */
export function createRejectedRequests({ authenticate, now }: Needs): RejectedRequests {
  /** Newest first; those noted last stand last. */
  const lists = new Map<ProjectId | undefined, readonly RejectedRequest[]>();
  return { note, of };

  function note(token: string | undefined, rejection: Rejection): void {
    void authenticate(token)
      .then((identity) => (identity.kind === "principal" ? identity.principal.projectId : identity.projectId))
      // The records do not answer: it is told to those who run the service.
      .catch(() => undefined)
      .then((project) => keep(project, requestOf(token, rejection)));
  }

  function requestOf(token: string | undefined, { route, status, because }: Rejection): RejectedRequest {
    return {
      at: now(),
      count: 1,
      route: cut(route, routeLength),
      status,
      because: cut(because, becauseLength),
      // What is no token of ours may be somebody's key for something else: nothing of it is kept.
      ...(token !== undefined && secretShape.test(token) ? { tokenHint: hintOf(token) } : {}),
    };
  }

  function keep(project: ProjectId | undefined, request: RejectedRequest): void {
    const known = lists.get(project) ?? [];
    const same = known.find((one) => isSame(one, request));
    const others = same === undefined ? known : known.filter((one) => one !== same);
    lists.delete(project);
    lists.set(project, [{ ...request, count: 1 + (same?.count ?? 0) }, ...others].slice(0, shown));
    const oldest = [...lists.keys()].find((key) => key !== undefined);
    if (lists.size > projectsKept && oldest !== undefined) lists.delete(oldest);
  }

  function of(asker: Principal): readonly RejectedRequest[] {
    const nobodys = runsTheService(asker) ? (lists.get(undefined) ?? []) : [];
    return [...(lists.get(asker.projectId) ?? []), ...nobodys].sort((a, b) => b.at - a.at).slice(0, shown);
  }
}

const runsTheService = (asker: Principal): boolean =>
  asker.accountId === firstAccount && (asker.by.kind === "local" || mayDo(asker, "admin"));

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);

const isSame = (one: RejectedRequest, other: RejectedRequest): boolean =>
  one.route === other.route &&
  one.status === other.status &&
  one.because === other.because &&
  one.tokenHint === other.tokenHint;
