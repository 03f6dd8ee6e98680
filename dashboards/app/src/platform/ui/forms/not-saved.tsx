import { useQuery } from "@tanstack/react-query";
import { ApiProblem } from "../../api/problem.ts";
import { Skeleton, Wrong } from "../states.tsx";
import type { EditForm } from "./edit-form.ts";
import { changedFields, fieldText, merged } from "./merged.ts";

interface Props<Draft, Saved> {
  readonly save: { readonly error: Error | null; readonly reset: () => void };
  readonly form: EditForm<Draft, Saved>;
  /** The name of the revision field; a conflict is reported on it if someone else saved first. */
  readonly field: string;
  /** Fetches the saved version. */
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
        <button type="button" className="primary" onClick={() => goOnWith(merged(before, mine, savedDraft))}>
          Apply my changes
        </button>
        <button type="button" onClick={() => goOnWith(savedDraft)}>
          Use saved version
        </button>
      </span>
    </div>
  );
}
