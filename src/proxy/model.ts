import { type Found, scanMembers, stringAt } from "../platform/json/json-scan.ts";

/** The request's model, and the position of its JSON string in the body. */
export interface ModelSpot {
  readonly model: string;
  readonly at: Found;
}

/**
 * Finds `model` in a JSON body without parsing it. Returns undefined when the body isn't an object or has no text
 * there.
 */
export function modelIn(body: Buffer): ModelSpot | undefined {
  const at = scanMembers(body, ["model"]).get("model");
  const model = at && stringAt(body, at);
  return at && model !== undefined ? { model, at } : undefined;
}

/** Removes the first segment of the model from the body; every other byte stays unchanged. */
export function withoutPrefix(body: Buffer, { model, at }: ModelSpot): Buffer {
  const slash = body.indexOf(0x2f, at.start);
  const plain = slash !== -1 && slash < at.end && !body.subarray(at.start, slash).includes(0x5c);
  if (plain) return Buffer.concat([body.subarray(0, at.start + 1), body.subarray(slash + 1)]);
  // The prefix contains escapes (`openai\/gpt-4o`): encode the rest again.
  const rest = JSON.stringify(model.slice(model.indexOf("/") + 1));
  return Buffer.concat([body.subarray(0, at.start), Buffer.from(rest), body.subarray(at.end)]);
}
