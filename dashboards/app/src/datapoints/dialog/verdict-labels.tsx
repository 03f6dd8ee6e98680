import { useQuery } from "@tanstack/react-query";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { callApi } from "../../platform/api/client.ts";
import { allChecks, labelsQuery } from "../../platform/api/queries.ts";
import type { Verdict, VerdictLabel } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Popover } from "../../platform/ui/overlays/popover.tsx";

const should = {
  passed: "It should have passed",
  failed: "It should have failed",
  skipped: "It does not apply here",
} as const;
const words = Object.keys(should) as readonly (keyof typeof should)[];

/** Lets people label a verdict as right or wrong. The newest label counts towards the check's accuracy. */
export function VerdictLabels({ check, state, of }: { check: string; state: Verdict["state"]; of: string }) {
  const { data } = useQuery(labelsQuery(of));
  const ownLabel = data?.items.find((label) => label.check === check);
  const reloads = [labelsQuery(of), ...allChecks];
  const put = useChange(
    (label: VerdictLabel["label"]) => callApi("POST /verdicts/labels", { body: { datapointId: of, check, label } }),
    { reloads },
  );
  const remove = useChange(
    () => callApi("DELETE /verdicts/labels/{check}/{datapointId}", { path: { check, datapointId: of } }),
    { reloads },
  );
  const text = ownLabel ? (ownLabel.label === state ? "Labeled correct" : `Wrong: ${ownLabel.label}`) : "Wrong?";
  const isPending = put.isPending || remove.isPending;
  const error = put.error ?? remove.error;
  return (
    <ForMembers>
      <Popover className="quiet small" name={`${text} The verdict of ${check}`} label={text}>
        {(close) => (
          <div className="menu-form">
            {ownLabel && (
              <p className="small muted">
                {ownLabel.by} said: {should[ownLabel.label].toLowerCase()}.
              </p>
            )}
            {words.map((label) => (
              <Button
                text={label === state ? "The verdict is right" : should[label]}
                key={label}
                disabled={isPending || ownLabel?.label === label}
                onClick={() => put.mutate(label, { onSuccess: close })}
              />
            ))}
            {ownLabel && (
              <Button
                text="Take it back"
                className="quiet"
                disabled={isPending}
                onClick={() => remove.mutate(undefined, { onSuccess: close })}
              />
            )}
            {error && <p className="mistake">{error.message}</p>}
            <p className="small muted">Labels measure the check, and are rows for training one.</p>
          </div>
        )}
      </Popover>
    </ForMembers>
  );
}
