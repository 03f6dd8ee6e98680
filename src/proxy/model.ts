import { type Found, scanMembers, stringAt } from "../platform/json/json-scan.ts";

/** The request's model, and where its JSON string lies in the body. */
export interface ModelSpot {
  readonly model: string;
  readonly at: Found;
}

/** Reads `model` from a JSON body without parsing it. Undefined: no object, no such member, or no text in it. */
export function modelIn(body: Buffer): ModelSpot | undefined {
  const at = scanMembers(body, ["model"]).get("model");
  const model = at && stringAt(body, at);
  return at && model !== undefined ? { model, at } : undefined;
}

/** The body without the first segment of its model; every other byte stays as it was. */
export function withoutPrefix(body: Buffer, { model, at }: ModelSpot): Buffer {
  const slash = body.indexOf(0x2f, at.start);
  const plain = slash !== -1 && slash < at.end && !body.subarray(at.start, slash).includes(0x5c);
  if (plain) return Buffer.concat([body.subarray(0, at.start + 1), body.subarray(slash + 1)]);
  // The prefix is written with escapes (`openai\/gpt-4o`): write the rest anew.
  const rest = JSON.stringify(model.slice(model.indexOf("/") + 1));
  return Buffer.concat([body.subarray(0, at.start), Buffer.from(rest), body.subarray(at.end)]);
}
