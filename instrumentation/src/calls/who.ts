import { type Context, context, createContextKey } from "@opentelemetry/api";
import type { Attribute } from "../../../packages/genai-wire/src/dialects/dialect.ts";

interface Who {
  readonly session?: string;
  readonly user?: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const key = createContextKey("gaffe.who");
const whoIn = (active: Context): Who => (active.getValue(key) as Who | undefined) ?? {};

function within<Result>(more: Who, act: () => Result): Result {
  const active = context.active();
  return context.with(active.setValue(key, { ...whoIn(active), ...more }), act);
}

/** Assigns every model call that `act` makes, synchronously or later, to this session. */
export const withSession = <Result>(session: string, act: () => Result): Result => within({ session }, act);

/** Assigns every model call that `act` makes to this user. */
export const withUser = <Result>(user: string, act: () => Result): Result => within({ user }, act);

/** Adds these tags to every model call that `act` makes, in addition to the tags of enclosing contexts. */
export const withTags = <Result>(tags: readonly string[], act: () => Result): Result =>
  within({ tags: [...new Set([...(whoIn(context.active()).tags ?? []), ...tags])] }, act);

/**
 * Adds this metadata to every model call that `act` makes; an inner value overrides an outer one of the same name.
 */
export const withMetadata = <Result>(metadata: Readonly<Record<string, unknown>>, act: () => Result): Result =>
  within({ metadata: { ...whoIn(context.active()).metadata, ...metadata } }, act);

/** Returns the user and session attributes from the context; they override those of the request. */
export function whoAttributes(active: Context): Record<string, Attribute | undefined> {
  const { session, user, tags, metadata } = whoIn(active);
  return {
    "gen_ai.conversation.id": session,
    "session.id": session,
    "user.id": user,
    "tag.tags": tags,
    metadata: metadata && JSON.stringify(metadata),
  };
}
