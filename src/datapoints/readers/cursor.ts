import { z } from "zod";
import { Failure } from "../../platform/failure.ts";

/** The last row of a page: its time in Unix milliseconds and its id. */
const Place = z.tuple([z.number(), z.string().max(200)]);
export type Place = z.infer<typeof Place>;

/** The same where rows are ordered by a number of theirs: that number, the time and the id. */
const RankedPlace = z.tuple([z.number(), z.number(), z.string().max(200)]);
export type RankedPlace = z.infer<typeof RankedPlace>;

export function cursorOf(place: Place | RankedPlace): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Throws Failure("caller") for a text that no page gave out. */
export const placeOf = (cursor: string): Place => read(Place, cursor);
export const rankedPlaceOf = (cursor: string): RankedPlace => read(RankedPlace, cursor);

function read<As>(schema: z.ZodType<As>, cursor: string): As {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (cause) {
    throw new Failure("caller", "this cursor is not one of ours", { field: "cursor" }, cause);
  }
}
