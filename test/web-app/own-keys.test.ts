import { expect, test } from "vitest";
import { known, remappable } from "../../dashboards/app/src/platform/keyboard/known.ts";
import { clashOf, keyOf } from "../../dashboards/app/src/platform/keyboard/remap.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ key: "q", code: "KeyQ" }, "q"],
  [{ key: "Q", code: "KeyQ", shiftKey: true }, "Shift+Q"],
  [{ key: "q", code: "KeyQ", ctrlKey: true }, "$mod+q"],
  [{ key: "q", code: "KeyQ", metaKey: true }, "$mod+q"],
  [{ key: "œ", code: "KeyQ", altKey: true }, "Alt+KeyQ"],
  [{ key: "/", code: "Digit7", shiftKey: true }, "Shift+/"],
  [{ key: "F4", code: "F4" }, "F4"],
  [{ key: "ä", code: "Quote" }, "ä"],
  [{ key: "ArrowUp", code: "ArrowUp" }, undefined],
  [{ key: "Enter", code: "Enter" }, undefined],
  [{ key: "+", code: "Equal" }, undefined],
  [{ key: " ", code: "Space" }, undefined],
  [{ key: "Dead", code: "Backquote", altKey: true }, undefined],
] as const)("a press of %j is written %j", (press, written) => {
  expect(keyOf({ ...plain, ...press })).toBe(written);
});

test.each([
  ["q", "j", {}, undefined],
  ["j", "j", { j: "q" }, undefined],
  ["k", "j", {}, "is taken: Previous row or span"],
  ["k", "j", { k: "q" }, undefined],
  ["q", "j", { k: "q" }, "is taken: Previous row or span"],
  ["$mod+f", "j", {}, "is taken: Find in list"],
  ["g", "j", {}, "begins other keys: Home"],
  ["g g", "g g", { j: "g" }, "begins with other keys: Next row or span"],
] as const)("%j for %j where %j was chosen: %j", (wanted, of, chosen, expected) => {
  expect(clashOf(wanted, of, chosen)).toBe(expected);
});

test("as the keys usually are none is in the way of another", () => {
  expect(remappable.length).toBeGreaterThan(40);
  for (const keys of Object.keys(known) as (keyof typeof known)[]) expect(clashOf(keys, keys, {})).toBeUndefined();
});
