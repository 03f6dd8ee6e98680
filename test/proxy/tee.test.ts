import fc from "fast-check";
import { expect, test } from "vitest";
import { Tee } from "../../src/proxy/call.ts";

test("a tee retains the beginning and the end, and counts the bytes missing between them", () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 60_000 }), (lengths, limit) => {
      const whole = Buffer.from(
        Uint8Array.from({ length: lengths.reduce((a, b) => a + b, 0) }, (_, index) => index % 251),
      );
      const tee = new Tee(limit);
      let at = 0;
      for (const length of lengths) tee.add(whole.subarray(at, (at += length)));
      const { chunks, lost } = tee.recorded;
      const retained = Buffer.concat(chunks);
      expect(retained.length + lost).toBe(whole.length);
      expect(retained.length).toBeLessThanOrEqual(limit + 16_384 + 9_000);
      const head = lost === 0 ? retained : Buffer.concat(chunks.slice(0, -1));
      expect(whole.subarray(0, head.length)).toEqual(head);
      if (limit > 0 && lost > 0)
        expect(whole.subarray(whole.length - 16_384)).toEqual(retained.subarray(retained.length - 16_384));
    }),
  );
});

test("responses in progress retain no more together than their budget, and return it", () => {
  const budget = { left: 10_000 };
  const tees = Array.from({ length: 5 }, () => new Tee(4_000, budget));
  for (const tee of tees) tee.add(Buffer.alloc(3_000));
  expect(budget.left).toBe(1_000);
  expect(tees.map((tee) => tee.recorded.chunks.length)).toEqual([1, 1, 1, 1, 1]);
  for (const tee of tees) tee.release();
  expect(budget.left).toBe(10_000);
});
