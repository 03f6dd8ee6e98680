import { useQuery } from "@tanstack/react-query";
import { ApiProblem } from "../api/problem.ts";
import { changedFields, fieldText, merged } from "./merged.ts";
import { Skeleton, Wrong } from "./states.tsx";

interface Props<Draft, Saved> {
  readonly error: Error | null;
  /** What the service counts the changes by: the one that it refuses, where somebody else saved the same thing first. */
  readonly field: string;
  /** What both began with, and what was made of it here. */
  readonly before: Draft;
  readonly mine: Draft;
  readonly ask: () => Promise<Saved>;
  readonly draftOf: (saved: Saved) => Draft;
  /** Goes on from what is saved now, with this in the form. */
  readonly onGoOn: (draft: Draft, saved: Saved) => void;
}

/** Why a form was not saved. Stands above the button that was pressed. */
export function NotSaved<Draft extends object, Saved>({ error, field, ...rest }: Props<Draft, Saved>) {
  if (!error) return null;
  const isOvertaken = error instanceof ApiProblem && error.status === 409 && error.field === field;
  return isOvertaken ? <Overtaken {...rest} /> : <Wrong error={error} />;
}

type Both<Draft, Saved> = Omit<Props<Draft, Saved>, "error" | "field">;

/** Somebody else saved it meanwhile: tells what they changed, and loses neither their work nor what was typed here. */
function Overtaken<Draft extends object, Saved>({ before, mine, ask, draftOf, onGoOn }: Both<Draft, Saved>) {
  const { data: saved, error } = useQuery({ queryKey: ["overtaken"], queryFn: ask, gcTime: 0, staleTime: Infinity });
  if (!saved) return error ? <Wrong error={error} /> : <Skeleton rows={3} />;
  const theirs = draftOf(saved);
  const own = changedFields(before, mine);
  const apart = changedFields(mine, theirs);
  const foreign = changedFields(before, theirs).filter((name) => apart.includes(name));
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
        <button type="button" className="primary" onClick={() => onGoOn(merged(before, mine, theirs), saved)}>
          Put my changes on top
        </button>
        <button type="button" onClick={() => onGoOn(theirs, saved)}>
          Take theirs
        </button>
      </span>
    </div>
  );
}
