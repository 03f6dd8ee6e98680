import { z } from "zod";
import { Failure } from "../../../lib/failure.ts";

/** The last row of a page: its time in Unix milliseconds and its id. */
const Place = z.tuple([z.number(), z.string().max(200)]);
export type Place = z.infer<typeof Place>;

export function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Throws Failure("caller") for a text that no page gave out. */
export function placeOf(cursor: string): Place {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (cause) {
    throw new Failure("caller", "this cursor is not one of ours", { field: "cursor" }, cause);
  }
}
