import fc from "fast-check";
import { expect, test } from "vitest";
import { createSlots } from "../../src/platform/scheduling/slots.ts";

test("slots return each added item once", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(20))), (steps) => {
      const slots = createSlots<string>();
      const stored = new Map<number, string>();
      for (const [index, taken] of steps.entries()) {
        if (taken === null) stored.set(slots.add(`${index}`), `${index}`);
        else {
          expect(slots.take(taken)).toBe(stored.get(taken));
          stored.delete(taken);
        }
        expect([slots.size(), slots.all().toSorted()]).toEqual([stored.size, [...stored.values()].toSorted()]);
      }
    }),
  );
});
