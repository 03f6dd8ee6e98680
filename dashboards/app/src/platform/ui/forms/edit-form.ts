import { useState } from "react";

/** The initial state of a form: a new draft, or a saved one. */
export interface FormStart<Draft, Saved> {
  readonly start: Draft;
  readonly known?: Saved;
}

export type EditForm<Draft, Saved> = ReturnType<typeof useEditForm<Draft, Saved>>;

/**
 * The state of a form and the saved version it is based on, even if the list has a newer one: a save is
 * compared with that.
 */
export function useEditForm<Draft, Saved>(given: FormStart<Draft, Saved>, draftOf: (saved: Saved) => Draft) {
  const [initial, setInitial] = useState(given);
  const [draft, setDraft] = useState(given.start);
  return {
    ...initial,
    draft,
    draftOf,
    setDraft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    isChanged: JSON.stringify(draft) !== JSON.stringify(initial.start),
    /** Continues editing `next` on top of the newly saved version. */
    goOn: (next: Draft, saved: Saved) => {
      setInitial({ start: draftOf(saved), known: saved });
      setDraft(next);
    },
  };
}
