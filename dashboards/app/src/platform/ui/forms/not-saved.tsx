import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { Skeleton, Wrong } from "../states.tsx";
import type { BegunForm } from "./begun-form.ts";
import { changedFields, fieldText, merged } from "./merged.ts";

interface Props<Draft, Saved> {
  readonly save: { readonly error: Error | null; readonly reset: () => void };
  readonly form: BegunForm<Draft, Saved>;
  /** What the service counts the changes by: the one that it refuses, where somebody else saved the same thing first. */
  readonly field: string;
  /** Where the API has what is saved. */
  readonly path: string;
}

/** Why a form was not saved. Stands above the button that was pressed. */
export function NotSaved<Draft extends object, Saved>({ field, ...rest }: Props<Draft, Saved>) {
  const { error } = rest.save;
  if (!error) return null;
  const isOvertaken = error instanceof ApiProblem && error.status === 409 && error.field === field;
  return isOvertaken ? <Overtaken {...rest} /> : <Wrong error={error} />;
}

/** Somebody else saved it meanwhile: tells what they changed, and loses neither their work nor what was typed here. */
function Overtaken<Draft extends object, Saved>({ save, form, path }: Omit<Props<Draft, Saved>, "field">) {
  const { start: before, draft: mine, draftOf, goOn } = form;
  const queryFn = () => ask<Saved>(path);
  const { data: saved, error } = useQuery({ queryKey: ["overtaken"], queryFn, gcTime: 0, staleTime: Infinity });
  if (!saved) return error ? <Wrong error={error} /> : <Skeleton rows={3} />;
  const theirs = draftOf(saved);
  const own = changedFields(before, mine);
  const apart = changedFields(mine, theirs);
  const foreign = changedFields(before, theirs).filter((name) => apart.includes(name));
  const goOnWith = (next: Draft) => {
    goOn(next, saved);
    save.reset();
  };
  const both = foreign.filter((name) => own.includes(name));
  return (
    <div className="note warn" role="alert">
      <strong>Somebody else saved this meanwhile</strong>
      <span>
        {foreign.length > 0 && `They changed: ${foreign.map(fieldText).join(", ")}. `}
        Nothing of yours is saved yet.
        {both.length > 0 && ` You changed as well: ${both.map(fieldText).join(", ")}; on top of theirs, yours stays.`}
      </span>
      <span className="line">
        <button type="button" className="primary" onClick={() => goOnWith(merged(before, mine, theirs))}>
          Put my changes on top
        </button>
        <button type="button" onClick={() => goOnWith(theirs)}>
          Take theirs
        </button>
      </span>
    </div>
  );
}
