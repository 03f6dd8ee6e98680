import type { TestRun } from "../../platform/api/offline.ts";
import { OutLink } from "../../platform/ui/out-link.tsx";

const shownDigits = 7;

/** Shows the tested commit, and links to the build that started the run. */
export function BuiltFrom({ run: { commit, ciUrl } }: { run: TestRun }) {
  if (commit === undefined && ciUrl === undefined) return "–";
  return (
    <>
      {commit !== undefined && <code title={commit}>{commit.slice(0, shownDigits)}</code>}
      {ciUrl !== undefined && (
        <>
          {" "}
          <OutLink to={ciUrl}>build</OutLink>
        </>
      )}
    </>
  );
}
