import { type Context, context, createContextKey } from "@opentelemetry/api";
import type { Attribute } from "./dialect.ts";

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

/** Every model call that `act` makes, now or later, belongs to this session. */
export const withSession = <Result>(session: string, act: () => Result): Result => within({ session }, act);

/** Every model call that `act` makes is made for this user. */
export const withUser = <Result>(user: string, act: () => Result): Result => within({ user }, act);

/** Every model call that `act` makes has these tags, and those of the calls around it. */
export const withTags = <Result>(tags: readonly string[], act: () => Result): Result =>
  within({ tags: [...new Set([...(whoIn(context.active()).tags ?? []), ...tags])] }, act);

/** Every model call that `act` makes has these facts beside it; an inner one wins over an outer one of the same name. */
export const withMetadata = <Result>(metadata: Readonly<Record<string, unknown>>, act: () => Result): Result =>
  within({ metadata: { ...whoIn(context.active()).metadata, ...metadata } }, act);

/** What the context says of who is served; it wins over what the request says. */
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
