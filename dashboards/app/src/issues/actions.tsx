import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ForMembers, useIsMember } from "../accounts/sign-in/roles.tsx";
import { scenarioSetsQuery } from "../platform/api/test-queries.ts";
import type { IssueDetail, IssueRequest } from "../platform/api/types.ts";
import { useShortcuts } from "../platform/keyboard/keys.tsx";
import { pressedFor, remap } from "../platform/keyboard/remap.ts";
import { Button } from "../platform/ui/button.tsx";
import { handleSubmit, Select } from "../platform/ui/forms/field.tsx";
import { Popover } from "../platform/ui/overlays/popover.tsx";
import { useItems } from "../platform/ui/page.tsx";

interface Props {
  readonly issue: IssueDetail;
  readonly change: (request: IssueRequest) => void;
  readonly busy: boolean;
}

type State = IssueDetail["state"];

const possible: Readonly<Record<State, readonly State[]>> = {
  open: ["resolved", "acknowledged", "ignored"],
  acknowledged: ["resolved", "ignored", "open"],
  resolved: ["open"],
  ignored: ["open"],
};

const verbs = {
  resolved: ["Resolve", "r"],
  acknowledged: ["Acknowledge", "a"],
  ignored: ["Ignore", "i"],
  open: ["Reopen", "u"],
} as const;

export function IssueActions({ issue, change, busy }: Props) {
  const isMember = useIsMember();
  const may = possible[issue.state];
  const chosen = remap.use();
  useShortcuts(
    "Issue",
    Object.entries(verbs).map(([state, [does, keys]]) => ({
      keys,
      does,
      run: () => isMember && may.includes(state as State) && change({ state: state as State }),
    })),
  );
  return (
    <ForMembers>
      {may.map((state) => (
        <span key={state} className="line" style={{ gap: 2, flexWrap: "nowrap" }}>
          <Button
            text={verbs[state][0]}
            className={state === "resolved" ? "primary" : ""}
            disabled={busy}
            aria-keyshortcuts={pressedFor(verbs[state][1], chosen)}
            onClick={() => change({ state })}
          />
          {state === "resolved" && (
            <Popover label="▾" name="More ways to resolve" className="icon">
              {(close) => <ResolveWays change={(request) => (close(), change(request))} />}
            </Popover>
          )}
          {state === "ignored" && (
            <Popover label="▾" name="Ignore for a while" className="icon">
              {(close) => <IgnoreWays change={(request) => (close(), change(request))} />}
            </Popover>
          )}
        </span>
      ))}
    </ForMembers>
  );
}

const ResolveWays = ({ change }: Pick<Props, "change">) => (
  <div className="menu-form">
    <Button text="In the next release" onClick={() => change({ state: "resolved", resolution: "next_release" })} />
    <p className="small muted">Comes back only by a call of a release that is not known yet, or a higher version.</p>
    <Button text="Now" onClick={() => change({ state: "resolved", resolution: "now" })} />
    <p className="small muted">Comes back by any call made after now.</p>
    <AfterRun change={change} />
  </div>
);

/** Selects the scenario set; the check that must pass is the issue's own. */
function AfterRun({ change }: Pick<Props, "change">) {
  const { data, isPending } = useInfiniteQuery(scenarioSetsQuery);
  const [chosen, setChosen] = useState("");
  const sets = useItems(data) ?? [];
  if (!isPending && sets.length === 0) return null;
  const id = chosen === "" ? (sets[0]?.id ?? "") : chosen;
  return (
    <form className="stack" aria-busy={isPending} onSubmit={handleSubmit(() => change({ resolveAfterRunOf: id }))}>
      <label className="stack" style={{ gap: 4 }}>
        When a test run passes over
        <Select value={id} onChange={setChosen} options={sets.map(({ id: each, name }) => [each, name] as const)} />
      </label>
      <Button submits text="Resolve then" disabled={isPending} />
      <p className="small muted">
        Automatically, when this issue's check passes at every row of a run that starts after now.
      </p>
    </form>
  );
}

const dayMs = 86_400_000;

function IgnoreWays({ change }: Pick<Props, "change">) {
  const [more, setMore] = useState("100");
  const count = Number(more);
  const until = (days: number) =>
    change({ state: "ignored", ignoreUntil: new Date(Date.now() + days * dayMs).toISOString() });
  return (
    <div className="menu-form">
      <div className="line">
        <Button text="For a day" onClick={() => until(1)} />
        <Button text="For a week" onClick={() => until(7)} />
        <Button text="For 30 days" onClick={() => until(30)} />
      </div>
      <form className="line" onSubmit={handleSubmit(() => change({ state: "ignored", ignoreOccurrences: count }))}>
        <label htmlFor="more">Until it occurs</label>
        <input
          id="more"
          type="number"
          min={1}
          max={1_000_000}
          style={{ width: 90 }}
          value={more}
          onChange={({ target }) => setMore(target.value)}
        />
        <span>more times</span>
        <Button submits text="Ignore" disabled={!Number.isInteger(count) || count < 1} />
      </form>
      <Button text="Forever" onClick={() => change({ state: "ignored" })} />
    </div>
  );
}
