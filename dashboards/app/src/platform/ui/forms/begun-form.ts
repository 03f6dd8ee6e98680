import { useState } from "react";

/** What a form begins with: something new, or what is saved. */
export interface Begun<Draft, Saved> {
  readonly start: Draft;
  readonly known?: Saved;
}

export type BegunForm<Draft, Saved> = ReturnType<typeof useBegunForm<Draft, Saved>>;

/** What is written in a form, and what it began with, whatever the list knows by now: a save is compared with that. */
export function useBegunForm<Draft, Saved>(given: Begun<Draft, Saved>, draftOf: (saved: Saved) => Draft) {
  const [begun, setBegun] = useState(given);
  const [draft, setDraft] = useState(given.start);
  return {
    ...begun,
    draft,
    draftOf,
    setDraft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    isChanged: JSON.stringify(draft) !== JSON.stringify(begun.start),
    /** Goes on from what is saved now, with this in the form. */
    goOn: (next: Draft, saved: Saved) => {
      setBegun({ start: draftOf(saved), known: saved });
      setDraft(next);
    },
  };
}
