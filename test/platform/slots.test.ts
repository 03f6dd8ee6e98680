import fc from "fast-check";
import { expect, test } from "vitest";
import { createSlots } from "../../src/platform/scheduling/slots.ts";

test("slots hold what was added and not yet taken, each once", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(20))), (steps) => {
      const slots = createSlots<string>();
      const held = new Map<number, string>();
      for (const [index, taken] of steps.entries()) {
        if (taken === null) held.set(slots.add(`${index}`), `${index}`);
        else {
          expect(slots.take(taken)).toBe(held.get(taken));
          held.delete(taken);
        }
        expect([slots.size(), slots.all().toSorted()]).toEqual([held.size, [...held.values()].toSorted()]);
      }
    }),
  );
});
