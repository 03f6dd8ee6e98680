import { z } from "../definition.ts";

export const bounds = (min: number, max: number) => ({
  min: z.number().nonnegative().default(min),
  max: z.number().nonnegative().default(max),
});
