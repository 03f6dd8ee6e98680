import type { Json } from "../../../platform/json/json.ts";
import type { Message, Role } from "../../datapoint.ts";
import type { Notes } from "../notes.ts";
import { messagesOf } from "./messages.ts";
import { roleOf } from "./roles.ts";

/**
 * Reads a conversation written as one text, "system: …" and "user: …" at line starts. Other text becomes one
 * message.
 */
export function transcriptOf(value: Json | undefined, role: Role, notes: Notes): Message[] {
  if (typeof value !== "string" || !turn.test(value)) return messagesOf(value, role, notes);
  return value.split(boundary).flatMap((piece) => {
    const [, word = "", text = ""] = turn.exec(piece) ?? [];
    return messagesOf([{ role: roleOf(word) ?? role, content: text.trim() }], role, notes);
  });
}

const turn = /^(system|developer|user|assistant|tool): ?([^]*)$/;
const boundary = /\n(?=(?:system|developer|user|assistant|tool): )/;
