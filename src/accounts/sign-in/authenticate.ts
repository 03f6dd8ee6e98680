import type { TokenStore } from "../../app/ports/records.ts";
import { createLastKnown } from "../../platform/cache/last-known.ts";
import { messageOf } from "../../platform/failure.ts";
import { firstAccount, globalProject, type ProjectId } from "../../platform/ids.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import { isUsable, type Principal, type Scope, type Token } from "../../server/access.ts";
import { hasChecksum, secretShape, sha256Of } from "./secret.ts";

type Identity =
  | { readonly kind: "principal"; readonly principal: Principal }
  | {
      readonly kind: "refused";
      readonly because: "missing" | "invalid" | "expired" | "revoked";
      readonly message: string;
      /** Of a token that is known and no longer good. */
      readonly projectId?: ProjectId;
    };

interface Needs {
  readonly tokens: Pick<TokenStore, "find" | "touch">;
  /** Bound to loopback: whoever comes without a token may send into project Global. */
  readonly open: boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
  /** How long a token that was valid stays valid while the records do not answer; 0: not at all. */
  readonly graceMs?: number;
  /** How long a request waits for the records before they count as away. */
  readonly patienceMs?: number;
}

/** How long an answer of the records is believed: a revoked token is refused everywhere after this at the latest. */
const believedMs = 3000;
const rememberAtMost = 10_000;
const touchEveryMs = 60_000;

export type Authenticate = (secret: string | undefined) => Promise<Identity>;

/**
 * Finds out who presents a token, on every request and from memory where possible. While the records do not answer,
 * tokens that were read before stay in force for the grace time; others throw Failure("dependency").
 */
export function createAuthenticate({
  tokens,
  open,
  now,
  emit,
  graceMs = 600_000,
  patienceMs = 2000,
}: Needs): Authenticate {
  const remembered = createLastKnown({
    read: (sha256: string) => tokens.find(sha256),
    isLasting: (token) => token !== undefined,
    freshMs: believedMs,
    graceMs,
    patienceMs,
    maxEntries: rememberAtMost,
    now,
    source: "the records",
  });
  const touched = new Map<string, number>();

  return async (secret) => {
    if (secret === undefined || secret === "") return open ? { kind: "principal", principal: anyone } : missing;
    if (!secretShape.test(secret)) return noToken(secret);
    const token = await remembered.get(sha256Of(secret));
    if (!token) return hasChecksum(secret) ? unknown : mistyped;
    if (!isUsable(token, now())) return unusable(token);
    noteUse(token);
    const { id, accountId, projectId, scopes, name } = token;
    const by = { kind: "token", id, name } as const;
    return { kind: "principal", principal: { accountId, projectId, scopes, actor: `token:${name}`, by } };
  };

  /** Last use is kept to the minute, and nobody waits for it. */
  function noteUse({ id }: Token): void {
    const at = now();
    if (at - (touched.get(id) ?? 0) < touchEveryMs) return;
    if (touched.size >= rememberAtMost) touched.clear();
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

const refused = (because: Refused["because"], message: string): Refused => ({
  kind: "refused",
  because,
  message,
});
const missing = refused("missing", "send an API token in the header api-key or as Authorization: Bearer");
const unknown = refused("invalid", "there is no such API token");
const mistyped = refused("invalid", "there is no such API token: a character of it is wrong, or it was cut");
const notFilledIn = refused(
  "invalid",
  "a placeholder came as API token: variables are not filled in within single quotes, nor in some files",
);
const notOurs = refused("invalid", "what came as an API token is none of Gaffe's, which begin with gaffe_");

/** Of what does not look like a token: how it comes that it does not. */
function noToken(presented: string): Refused {
  if (/^\$|^%\w+%$|\{\{|GAFFE_|…$|\.\.\.$/.test(presented)) return notFilledIn;
  return presented.startsWith("gaffe_") ? mistyped : notOurs;
}

const expired = refused("expired", "this API token has expired");
const revoked = refused("revoked", "this API token was revoked");
const archived = refused("revoked", "the project of this API token is archived");

function unusable({ revokedAt, archivedAt, projectId }: Token): Identity {
  const why = revokedAt !== undefined ? revoked : archivedAt === undefined ? expired : archived;
  return { ...why, projectId };
}
