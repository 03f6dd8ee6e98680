import { z } from "zod";
import { AnyJson, Time } from "../../server/service.ts";
import { dialogHolders, roles } from "../datapoint.ts";

const id = z.string().optional();

const Part = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text"), text: z.string() }),
    z.strictObject({ type: z.literal("reasoning"), text: z.string() }),
    z.strictObject({ type: z.literal("refusal"), text: z.string() }),
    z.strictObject({ type: z.literal("tool_call"), id, name: z.string(), arguments: AnyJson }),
    z.strictObject({ type: z.literal("tool_result"), id, name: z.string().optional(), result: AnyJson }),
    z.strictObject({
      type: z.enum(["image", "audio", "file"]),
      mediaType: z.string().optional(),
      url: z.string().optional(),
      sha256: z.string().optional(),
      bytes: z.int().optional(),
    }),
    z.strictObject({ type: z.literal("other"), value: AnyJson }),
  ])
  .meta({ id: "Part" });

export const Message = z
  .strictObject({ role: z.enum(roles), name: z.string().optional(), parts: z.array(Part) })
  .meta({ id: "Message" });

export const DialogHistory = z
  .strictObject({
    heldBy: z
      .enum(dialogHolders)
      .describe(
        "provider: the model saw these messages. application: the calls share a conversation id; checks do not read them",
      ),
    turns: z.array(z.strictObject({ datapointId: z.string(), startedAt: Time, messages: z.array(Message) })),
    missingResponseId: z
      .string()
      .optional()
      .describe("Response that the dialog continues and that is not stored: what came before it is unknown"),
    isCut: z.literal(true).optional().describe("Older turns were left out: the dialog is long, or took long to read"),
  })
  .meta({ id: "DialogHistory" });
