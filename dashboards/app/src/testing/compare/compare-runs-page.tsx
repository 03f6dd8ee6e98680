import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useAddress } from "../../platform/address/search.ts";
import { saveAs } from "../../platform/api/download.ts";
import { comparisonQuery, testRunQuery } from "../../platform/api/test-queries.ts";
import type { Comparison, TestRun } from "../../platform/api/types.ts";
import { Badge } from "../../platform/ui/badges.tsx";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Time } from "../../platform/ui/format.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Popover } from "../../platform/ui/overlays/popover.tsx";
import { Blank, Page, Section, Skeleton, Wrong } from "../../platform/ui/page.tsx";
import { ComparedMetrics } from "./compared-metrics.tsx";
import { ComparedRows } from "./compared-rows.tsx";
import { type Compared, comparisonFiles } from "./comparison-text.ts";

export function CompareRunsPage() {
  const { base = "", runs: others = "" } = useAddress();
  const ids = [base, ...others.split(",")].filter((id) => id !== "");
  const comparison = useQuery(comparisonQuery(base, ids.slice(1)));
  const known = useQueries({ queries: ids.map((id) => testRunQuery(id)) });
  if (base === "" || ids.length < 2) {
    return (
      <Page title="Compare test runs">
        <Blank title="Choose two to four runs">
          <p>
            On <Link to="/test-runs">Test runs</Link>, tick those to compare: the oldest is the base.
          </p>
        </Blank>
      </Page>
    );
  }
  const runs = known.flatMap(({ data }) => data ?? []);
  const [first, ...rest] = runs;
  const error = comparison.error ?? known.find((each) => each.error)?.error;
  const isWhole = comparison.data !== undefined && runs.length === ids.length;
  return (
    <Page
      title="Compare test runs"
      actions={isWhole && first && <Export base={first} others={rest} comparison={comparison.data} />}
    >
      {error && <Wrong error={error} />}
      {!isWhole && !error && <Skeleton />}
      {isWhole && first && (
        <>
          <BaseChoice runs={runs} />
          {rest.map((run) => (
            <Section key={run.id} title={run.name}>
              <Conclusion conclusion={comparison.data.conclusions.find(({ runId }) => runId === run.id)} />
              <Facts run={run} />
              <ComparedMetrics checks={comparison.data.checks.filter(({ runId }) => runId === run.id)} />
            </Section>
          ))}
          <ComparedRows comparison={comparison.data} runs={runs} />
        </>
      )}
    </Page>
  );
}

function BaseChoice({ runs }: { runs: readonly TestRun[] }) {
  const navigate = useNavigate();
  const [base] = runs;
  if (!base) return null;
  const others = (id: string) => runs.flatMap((run) => (run.id === id ? [] : run.id));
  return (
    <div className="line">
      <label className="line nowrap">
        <span className="label">Base</span>
        <select
          style={{ width: "auto" }}
          value={base.id}
          onChange={({ target: { value } }) =>
            void navigate({ to: ".", search: { base: value, runs: others(value).join(",") }, replace: true })
          }
        >
          {runs.map(({ id, name }, index) => (
            <option key={id} value={id}>
              {runs.some((other) => other.id !== id && other.name === name) ? `${name} (${index + 1})` : name}
            </option>
          ))}
        </select>
      </label>
      <Facts run={base} />
    </div>
  );
}

function Conclusion({ conclusion }: { conclusion: Comparison["conclusions"][number] | undefined }) {
  if (!conclusion) return null;
  const { passed, sentence, reasons } = conclusion;
  return (
    <>
      <p>
        <Badge tone={passed ? "ok" : "fail"} sign={passed ? "✓" : "✕"} text={passed ? "Passed" : "Failed"} /> {sentence}
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const Facts = ({ run: { id, createdAt, modelVersion, scenarioVersion } }: { run: TestRun }) => (
  <p className="muted">
    <TextLink text="The run" to="/test-runs/$id" params={{ id }} /> · model version {modelVersion} · set version{" "}
    {scenarioVersion} · started <Time at={createdAt} />
  </p>
);

const Export = (compared: Compared) => (
  <Popover
    label={
      <>
        <Icon name="download" /> Export
      </>
    }
  >
    {(close) =>
      comparisonFiles.map(({ title, file, textOf }) => (
        <Button
          text={title}
          key={file}
          className="option"
          onClick={() => {
            saveAs(new Blob([textOf(compared)]), file);
            close();
          }}
        />
      ))
    }
  </Popover>
);
