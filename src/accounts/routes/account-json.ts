import type { Project, Token } from "../../server/index.ts";
import { isoTime, maybeTime } from "../../server/service.ts";
import type { User } from "../account.ts";

export function tokenJson(token: Token) {
  const { id, projectId, name, hint, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, archivedAt, madeBy, userId } =
    token;
  return {
    id,
    projectId,
    name,
    hint,
    scopes,
    createdAt: isoTime(createdAt),
    expiresAt: maybeTime(expiresAt),
    lastUsedAt: maybeTime(lastUsedAt),
    revokedAt: maybeTime(revokedAt),
    archivedAt: maybeTime(archivedAt),
    madeBy,
    personal: userId !== undefined,
  };
}

export function projectJson({ id, name, language, createdAt, archivedAt }: Project) {
  return { id, name, language, createdAt: isoTime(createdAt), archivedAt: maybeTime(archivedAt) };
}

export function userJson({ id, email, role, createdAt, lastSeenAt, isEmailUnproven }: User) {
  const times = { createdAt: isoTime(createdAt), lastSeenAt: maybeTime(lastSeenAt) };
  return { id, email, emailConfirmed: isEmailUnproven !== true, role, ...times };
}
