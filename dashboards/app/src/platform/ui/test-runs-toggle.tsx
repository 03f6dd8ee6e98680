import { Button } from "./button.tsx";
import { inUse } from "./forms/in-use.ts";
import { useQueryLanguage } from "./query/query-language.ts";

/** Excludes calls of test runs from the statistics, or includes them, by editing the filter. */
export function TestRunsToggle({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const language = useQueryLanguage("datapoints");
  const without = language?.parts(q).find(({ part }) => part === inUse)?.rest;
  return (
    <Button
      text="Without test runs"
      className="nowrap"
      aria-pressed={without !== undefined}
      disabled={!language}
      title="Calls of test runs are counted as well unless they are left out"
      onClick={() => language && onChange(without ?? language.excluding(q, { field: "source", value: "run" }))}
    />
  );
}
