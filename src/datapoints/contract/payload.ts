import { z } from "zod";

export const Payload = z
  .strictObject({
    pointer: z.string(),
    kind: z.enum(["text", "json"]).describe("A text unchanged, or the JSON text of another value"),
    totalCharacters: z.number(),
    offset: z.number(),
    text: z.string(),
    nextOffset: z.number().optional().describe("Absent at the end"),
  })
  .meta({ id: "Payload" });
