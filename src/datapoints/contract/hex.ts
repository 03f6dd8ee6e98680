import { z } from "zod";

/** Returns the schema of an id of a span or a trace; all zeros is invalid in OpenTelemetry. */
export const hexOf = (characters: number) =>
  z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${characters}}$`), `must be ${characters} lower-case hex digits`);
