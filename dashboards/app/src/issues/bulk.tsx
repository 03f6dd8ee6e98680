import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ForMembers, useIsMember } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { issueLists, meQuery } from "../platform/api/queries.ts";
import type { Issue, IssueRequest } from "../platform/api/types.ts";
import { useShortcuts } from "../platform/keyboard/keys.tsx";
import { pressedFor, remap } from "../platform/keyboard/remap.ts";
import { Button } from "../platform/ui/button.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { Popover } from "../platform/ui/overlays/popover.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import type { Selection } from "../platform/ui/selection.tsx";

const verbs = [
  ["resolved", "Resolve", "r"],
  ["acknowledged", "Acknowledge", "a"],
  ["ignored", "Ignore", "i"],
  ["open", "Reopen", "u"],
] as const;

/** The states from which each state can be reached; issues in other states stay unchanged. */
const from: Readonly<Record<Issue["state"], readonly Issue["state"][]>> = {
  resolved: ["open", "acknowledged"],
  acknowledged: ["open"],
  ignored: ["open", "acknowledged"],
  open: ["acknowledged", "resolved", "ignored"],
};

async function put(issues: readonly Issue[], body: IssueRequest): Promise<void> {
  const { items } = await callApi("PATCH /issues", { body: { ...body, issues: issues.map(({ id }) => id) } });
  const refused = items.filter(({ outcome }) => outcome === "refused");
  if (refused.length === 0) return;
  throw new Error(
    refused
      .slice(0, 3)
      .map(({ number, reason }) => `#${number}: ${reason}`)
      .join("; "),
  );
}

/** Restores each issue's assignee, and its state through `open`, from which every state can be reached. */
async function putBack(issues: readonly Issue[], { state, assignee }: IssueRequest): Promise<void> {
  if (state !== undefined) {
    await put(issues, { state: "open" });
    for (const [before, of] of Map.groupBy(issues, (issue) => issue.state))
      if (before !== "open") await put(of, { state: before });
  }
  if (assignee !== undefined)
    for (const [before, of] of Map.groupBy(issues, (issue) => issue.assignee ?? ""))
      await put(of, { assignee: before });
}

export function BulkIssues({ issues, selection }: { issues: readonly Issue[]; selection: Selection }) {
  const queries = useQueryClient();
  const toast = useToast();
  const listAgain = () => queries.invalidateQueries(issueLists);
  const chosen = issues.filter(({ id }) => selection.ids.has(id));
  const change = useMutation({
    mutationFn: ({ issues: of, body }: { issues: readonly Issue[]; body: IssueRequest; done: string }) => put(of, body),
    onSuccess: (_, { issues: of, body, done }) => {
      toast(done, () => void putBack(of, body).then(listAgain, () => toast("It could not be taken back")));
      selection.clear();
    },
    onSettled: listAgain,
  });
  const isMember = useIsMember();
  const able = (state: Issue["state"]) => chosen.filter((issue) => from[state].includes(issue.state));
  const decide = (state: Issue["state"]) => {
    const of = able(state);
    if (isMember && of.length > 0) change.mutate({ issues: of, body: { state }, done: `${countOf(of)} ${state}` });
  };
  const ownKeys = remap.use();
  useShortcuts(
    "Selected issues",
    verbs.map(([state, does, keys]) => ({ keys, does, run: () => decide(state) })),
  );
  return (
    <>
      <span className="num" role="status">
        <b>{chosen.length}</b> selected
      </span>
      <ForMembers>
        {verbs.map(([state, does, keys]) => (
          <Button
            text={does}
            key={state}
            className={state === "resolved" ? "primary" : ""}
            aria-keyshortcuts={pressedFor(keys, ownKeys)}
            disabled={change.isPending || able(state).length === 0}
            onClick={() => decide(state)}
          />
        ))}
        <Popover label="Assign" align="start" up>
          {(close) => (
            <AssignForm
              onAssign={(assignee) => {
                close();
                const done =
                  assignee === "" ? `${countOf(chosen)} unassigned` : `${countOf(chosen)} assigned to ${assignee}`;
                change.mutate({ issues: chosen, body: { assignee }, done });
              }}
            />
          )}
        </Popover>
      </ForMembers>
      {change.error && <span className="mistake">{change.error.message}</span>}
      <span className="grow" />
      <Button text="Clear" className="quiet" onClick={selection.clear} />
    </>
  );
}

const countOf = (issues: readonly Issue[]) => `${issues.length} ${issues.length === 1 ? "issue is" : "issues are"}`;

function AssignForm({ onAssign }: { onAssign: (assignee: string) => void }) {
  const who = useQuery(meQuery).data?.who;
  const [assignee, setAssignee] = useState("");
  return (
    <form className="menu-form" onSubmit={handleSubmit(() => onAssign(assignee.trim()))}>
      {who?.kind === "user" && <Button text="To me" onClick={() => onAssign(who.email)} />}
      <label htmlFor="assign-many">To</label>
      <input
        id="assign-many"
        placeholder="Nobody"
        value={assignee}
        onChange={({ target }) => setAssignee(target.value)}
      />
      <button type="submit">{assignee.trim() === "" ? "Unassign" : "Assign"}</button>
    </form>
  );
}
