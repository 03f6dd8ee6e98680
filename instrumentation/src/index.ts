export { withMetadata, withSession, withTags, withUser } from "./calls/who.ts";
export { instrument, register } from "./setup/register.ts";
export type { Redact, RegisterOptions } from "./setup/settings.ts";
