import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { Button } from "../button.tsx";
import { Modal } from "../overlays/modal.tsx";
import { Skeleton, Wrong } from "../page.tsx";

/** The initial state of a form: a new draft, or a saved one. */
export interface FormStart<Draft, Saved> {
  readonly start: Draft;
  readonly known?: Saved;
}

export type EditForm<Draft, Saved> = ReturnType<typeof useEditForm<Draft, Saved>>;

/** A form and the saved version it is based on, with which a save is compared even if the list has a newer one. */
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

export const changedFields = <Draft extends object>(before: Draft, after: Draft): readonly (keyof Draft & string)[] =>
  (Object.keys(after) as (keyof Draft & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

export function merged<Draft extends object>(before: Draft, mine: Draft, saved: Draft): Draft {
  const own = changedFields(before, mine).map((name) => [name, mine[name]] as const);
  return { ...saved, ...Object.fromEntries(own) };
}

/** Returns a field's name in words: `maxPerMinute` is "max per minute". */
export const fieldText = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();

interface Props<Draft, Saved> {
  readonly save: { readonly error: Error | null; readonly reset: () => void };
  readonly form: EditForm<Draft, Saved>;
  /** The name of the revision field; a conflict is reported on it if someone else saved first. */
  readonly field: string;
  readonly fetchSaved: () => Promise<Saved>;
}

/** Why a form was not saved; shown above its buttons. */
export function NotSaved<Draft extends object, Saved>({ field, ...rest }: Props<Draft, Saved>) {
  const { error } = rest.save;
  if (!error) return null;
  const isOvertaken = error instanceof ApiProblem && error.status === 409 && error.field === field;
  return isOvertaken ? <Overtaken {...rest} /> : <Wrong error={error} />;
}

/** An edit conflict: shows what someone else changed, and preserves both their version and the local input. */
function Overtaken<Draft extends object, Saved>({ save, form, fetchSaved }: Omit<Props<Draft, Saved>, "field">) {
  const { start: before, draft: mine, draftOf, goOn } = form;
  const { data: saved, error } = useQuery({
    queryKey: ["overtaken"],
    queryFn: fetchSaved,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!saved) return error ? <Wrong error={error} /> : <Skeleton rows={3} />;
  const savedDraft = draftOf(saved);
  const own = changedFields(before, mine);
  const apart = changedFields(mine, savedDraft);
  const foreign = changedFields(before, savedDraft).filter((name) => apart.includes(name));
  const goOnWith = (next: Draft) => {
    goOn(next, saved);
    save.reset();
  };
  const both = foreign.filter((name) => own.includes(name));
  return (
    <div className="note warn" role="alert">
      <strong>Someone else saved changes</strong>
      <span>
        {foreign.length > 0 && `The saved version differs in: ${foreign.map(fieldText).join(", ")}. `}
        Your changes are not saved yet.
        {both.length > 0 &&
          ` You changed ${both.map(fieldText).join(", ")} too; if you apply your changes, your version replaces the saved one.`}
      </span>
      <span className="line">
        <Button
          text="Apply my changes"
          className="primary"
          onClick={() => goOnWith(merged(before, mine, savedDraft))}
        />
        <Button text="Use saved version" onClick={() => goOnWith(savedDraft)} />
      </span>
    </div>
  );
}

/** Asks for confirmation before unsaved input is lost by navigation or by closing the tab. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A change of the same page's filter does not lose anything.
    shouldBlockFn: ({ current, next }) => isOn && current.pathname !== next.pathname,
    enableBeforeUnload: isOn,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Modal
      title="Leave without saving?"
      onClose={reset}
      actions={
        <>
          <Button text="Leave" className="danger" onClick={proceed} />
          <Button text="Stay here" className="primary" onClick={reset} />
        </>
      }
    >
      <p>What you changed on this page is not saved.</p>
    </Modal>
  );
}
