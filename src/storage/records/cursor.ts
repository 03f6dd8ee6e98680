import { z } from "zod";
import { Failure } from "../../platform/failure.ts";

const Cursor = z.tuple([z.number(), z.string()]);

/** Where a page ended: the order's value and the id of the last item. Opaque to clients. */
export function cursorOf(at: number, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString("base64url");
}

/** Throws Failure("caller") with facts {field: "cursor"} for a text that is not a cursor of Gaffe. */
export function readCursor(text: string): readonly [number, string] {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch (thrown) {
    throw new Failure("caller", "the cursor is not one that a list gave", { field: "cursor" }, thrown);
  }
}
