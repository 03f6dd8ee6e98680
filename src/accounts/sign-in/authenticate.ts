import { LRUCache } from "lru-cache";
import { createLastKnown } from "../../platform/cache/last-known.ts";
import { messageOf } from "../../platform/failure.ts";
import { firstAccount, globalProject, type ProjectId } from "../../platform/ids.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { Client, Principal, Scope, Token } from "../../server/index.ts";
import { isUsable } from "../../server/service.ts";
import type { TokenStore } from "../ports/projects.ts";
import { createLookupLimiter } from "./lookup-limiter.ts";
import { hasChecksum, secretShape, sha256Of } from "./secret.ts";

type Identity =
  | { readonly kind: "principal"; readonly principal: Principal }
  | {
      readonly kind: "refused";
      readonly reason: "missing" | "invalid" | "expired" | "revoked" | "limited";
      readonly message: string;
      /** Only when too many unknown tokens came from the client's network. */
      readonly retryAfterSeconds?: number;
      /** Only for a known token that is expired or revoked. */
      readonly projectId?: ProjectId;
    };

interface AuthenticateDependencies {
  readonly tokens: Pick<TokenStore, "find" | "touch">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
  /** How long a previously valid token stays valid while the records database is unreachable; 0 disables it. */
  readonly graceMs?: number;
  /** How long a request waits for the records database before it counts as unreachable. */
  readonly timeoutMs?: number;
}

/** Cache lifetime: a revoked token is refused everywhere after this at the latest. */
const believedMs = 3000;
/** A token that did not exist a moment ago will not exist now: its digest cannot have been guessed before it was made. */
const unknownForMs = 60_000;
const rememberAtMost = 10_000;
const touchEveryMs = 60_000;

export type Authenticate = (secret: string | undefined, client: Client) => Promise<Identity>;

/**
 * Identifies the owner of a token, on every request and from memory where possible; a local client without a token
 * may send to project Global. Unknown tokens are looked up at a limited rate for each network. While the records
 * database is unreachable, cached tokens stay valid for the grace time; others throw Failure("dependency").
 */
export function createAuthenticate({
  tokens,
  now,
  emit,
  graceMs = 600_000,
  timeoutMs = 2000,
}: AuthenticateDependencies): Authenticate {
  const remembered = createLastKnown({
    read: (sha256: string) => tokens.find(sha256),
    isLasting: (token) => token !== undefined,
    freshMs: believedMs,
    passingFreshMs: unknownForMs,
    graceMs,
    timeoutMs,
    maxEntries: rememberAtMost,
    now,
    source: "the records",
  });
  const touched = new LRUCache<string, number>({ max: rememberAtMost });
  const lookups = createLookupLimiter({ now });

  return async (secret, client) => {
    if (secret === undefined || secret === "") {
      return client.isLocal ? { kind: "principal", principal: anyone } : missing;
    }
    if (!secretShape.test(secret)) return noToken(secret);
    const key = sha256Of(secret);
    const read = async () => remembered.get(key);
    const lookup = remembered.isUnread(key)
      ? await lookups.find(client.address, read)
      : { found: await remembered.get(key) };
    if ("retryAfterSeconds" in lookup) return { ...limited, ...lookup };
    const token = lookup.found;
    if (!token) return hasChecksum(secret) ? unknown : mistyped;
    if (!isUsable(token, now())) return unusable(token);
    recordUse(token);
    const { id, accountId, projectId, scopes, name } = token;
    const by = { kind: "token", id, name } as const;
    return { kind: "principal", principal: { accountId, projectId, scopes, actor: `token:${name}`, by } };
  };

  /** Records the last use with one-minute resolution, without delaying the request. */
  function recordUse({ id }: Token): void {
    const at = now();
    if (at - (touched.get(id) ?? 0) < touchEveryMs) return;
    touched.set(id, at);
    tokens.touch(id, at).catch((thrown: unknown) => {
      emit({ kind: "token-use-not-noted", level: "warn", message: messageOf(thrown) });
    });
  }
}

const sending: readonly Scope[] = ["ingest"];
const anyone: Principal = {
  accountId: firstAccount,
  projectId: globalProject,
  scopes: sending,
  actor: "anyone",
  by: { kind: "local" },
};

type Refused = Identity & { readonly kind: "refused" };

const refused = (reason: Refused["reason"], message: string): Refused => ({
  kind: "refused",
  reason,
  message,
});
const missing = refused("missing", "send an API token in the header api-key or as Authorization: Bearer");
const unknown = refused("invalid", "the API token does not exist");
const mistyped = refused("invalid", "the API token does not exist: it contains a wrong character or is incomplete");
const limited = refused("limited", "too many unknown API tokens came from this network: try again later");
const notFilledIn = refused(
  "invalid",
  "a placeholder came as API token: variables are not filled in within single quotes, nor in some files",
);
const notGaffeToken = refused("invalid", "the given API token is not a Gaffe token; Gaffe tokens begin with gaffe_");

/** Explains why a text does not have the shape of a token. */
function noToken(presented: string): Refused {
  if (/^\$|^%\w+%$|\{\{|GAFFE_|…$|\.\.\.$/.test(presented)) return notFilledIn;
  return presented.startsWith("gaffe_") ? mistyped : notGaffeToken;
}

const expired = refused("expired", "this API token has expired");
const revoked = refused("revoked", "this API token was revoked");
const archived = refused("revoked", "the project of this API token is archived");

function unusable({ revokedAt, archivedAt, projectId }: Token): Identity {
  const why = revokedAt !== undefined ? revoked : archivedAt === undefined ? expired : archived;
  return { ...why, projectId };
}
