import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeState,
  emptyState,
  encodeState,
  freeSeq,
  isFreed,
  type JournalState,
} from "../../src/storage/journal/freed.ts";

test("the state knows exactly the seqs that have left, in any order, also after it was stored", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (seqs) => {
      const state = seqs.reduce<JournalState>(freeSeq, emptyState("id"));
      const stored = decodeState(encodeState(state));
      for (let seq = 1; seq <= 61; seq++) {
        expect(isFreed(state, seq)).toBe(seqs.includes(seq));
        expect(stored && isFreed(stored, seq)).toBe(seqs.includes(seq));
      }
    }),
  );
});

test("a stored state with an altered byte is never read as another", () => {
  const state = { ...emptyState("id"), nextSeq: 7 };
  const stored = encodeState(state);
  for (const at of stored.keys()) {
    const altered = Uint8Array.from(stored);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect([undefined, state]).toContainEqual(decodeState(altered));
  }
});
