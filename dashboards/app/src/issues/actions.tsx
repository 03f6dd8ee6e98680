import type { IssueDetail, IssueRequest } from "../api/types.ts";
import { useShortcuts } from "../keys/keys.tsx";

interface Props {
  readonly issue: IssueDetail;
  readonly change: (request: IssueRequest) => void;
  readonly busy: boolean;
}

/** What can be done from each state; the first is what is done most. */
const actions = {
  open: ["resolved", "acknowledged", "ignored"],
  acknowledged: ["resolved", "ignored", "open"],
  resolved: ["open"],
  ignored: ["open"],
} as const;

const verbs = {
  resolved: ["Resolve", "r"],
  acknowledged: ["Acknowledge", "a"],
  ignored: ["Ignore", "i"],
  open: ["Reopen", "u"],
} as const;

export function IssueActions({ issue, change, busy }: Props) {
  const possible: readonly (keyof typeof verbs)[] = actions[issue.state];
  useShortcuts(
    "Issue",
    Object.entries(verbs).map(([state, [does, keys]]) => ({
      keys,
      does,
      run: () => possible.includes(state as keyof typeof verbs) && change({ state: state as keyof typeof verbs }),
    })),
  );
  return possible.map((state, index) => (
    <button
      key={state}
      type="button"
      className={index === 0 && state === "resolved" ? "primary" : ""}
      disabled={busy}
      aria-keyshortcuts={verbs[state][1]}
      onClick={() => change({ state })}
    >
      {verbs[state][0]}
    </button>
  ));
}
