import { z } from "zod";
import { Failure } from "../../platform/failure.ts";

/** Last row of a page: its time in Unix milliseconds and its id. */
const Position = z.tuple([z.number(), z.string().max(200)]);
export type Position = z.infer<typeof Position>;

/** Last row of a page that is ordered by a number: that number, the time and the id. */
const RankedPosition = z.tuple([z.number(), z.number(), z.string().max(200)]);
export type RankedPosition = z.infer<typeof RankedPosition>;

export function cursorOf(position: Position | RankedPosition): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Decodes a cursor. Throws Failure("caller") for a text that isn't one. */
export const positionOf = (cursor: string): Position => read(Position, cursor);
export const rankedPositionOf = (cursor: string): RankedPosition => read(RankedPosition, cursor);

function read<As>(schema: z.ZodType<As>, cursor: string): As {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (cause) {
    throw new Failure(
      "caller",
      "This cursor was not issued by Gaffe. Start again without a cursor.",
      { field: "cursor" },
      cause,
    );
  }
}
