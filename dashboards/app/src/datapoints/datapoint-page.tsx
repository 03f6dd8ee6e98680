import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { linkTo } from "../platform/address/link.ts";
import { useAddress, useSetAddress } from "../platform/address/search.ts";
import { callApi } from "../platform/api/client.ts";
import { datapointQuery } from "../platform/api/queries.ts";
import type { Datapoint } from "../platform/api/types.ts";
import { useShortcuts } from "../platform/keyboard/keys.tsx";
import { tabKeys } from "../platform/keyboard/known.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { CopyButton } from "../platform/ui/copy-button.tsx";
import { shortId } from "../platform/ui/format.tsx";
import { Awaited, FactList, useTitle } from "../platform/ui/page.tsx";
import { AddToScenario } from "../testing/collect/add-to-scenario.tsx";
import { CutsProvider } from "./dialog/cuts.tsx";
import { DatapointDialog } from "./dialog/dialog.tsx";
import { FeedbackList } from "./dialog/feedback-list.tsx";
import { JsonView } from "./dialog/json-view.tsx";
import { Verdicts } from "./dialog/verdicts.tsx";
import { evidenceOf, Facts, FactsLine } from "./facts.tsx";

const tabs = ["dialog", "tools", "attributes", "raw"] as const;

export function DatapointPage() {
  const { id } = useParams({ from: "/datapoints/$id" });
  const { data, error } = useQuery(datapointQuery(id));
  useTitle(`Datapoint ${shortId(id)}`);
  return (
    <>
      <div className="bar">
        <TextLink text="All Datapoints" to="/datapoints" className="button quiet" />
        <h1>{data ? `${data.operation} ${data.responseModel ?? data.requestModel ?? ""}` : "Datapoint"}</h1>
        <span className="grow" />
        {data && (
          <>
            <AddToScenario chosen={{ kind: "named", ids: [data.id] }} name="" />
            <TextLink text="Create check from this" to="/checks/new" search={{ example: data.id }} className="button" />
          </>
        )}
        <CopyButton label="Copy link" text={linkTo("datapoints", id)} />
      </div>
      <div className="page-body">
        <Awaited data={data} error={error} rows={12} />
        {data && <Shown datapoint={data} />}
      </div>
    </>
  );
}

function Shown({ datapoint }: { datapoint: Datapoint }) {
  const { tab = "dialog" } = useAddress();
  const isOfRun = datapoint.source === "run";
  const setAddress = useSetAddress();
  const show = (next: string) => setAddress({ tab: next === "dialog" ? "" : next }, true);
  useShortcuts("Datapoint", [
    ...tabKeys.flatMap((keys, index) => {
      const name = tabs[index];
      return name ? [{ keys, does: `Show ${name}`, run: () => show(name) }] : [];
    }),
    { keys: "\\", does: "Raw, and back", run: () => show(tab === "raw" ? "dialog" : "raw") },
  ]);
  return (
    <div className="stack">
      <FactsLine datapoint={datapoint} />
      <div className="cols">
        <section className="stack" aria-label="Content">
          <div className="tabs" role="tablist" aria-label="View" style={{ padding: 0, border: 0 }}>
            {tabs.map((name) => (
              <Button
                text={
                  name === "tools"
                    ? `Tools ${datapoint.tools?.length ?? 0}`
                    : name.charAt(0).toUpperCase() + name.slice(1)
                }
                key={name}
                role="tab"
                aria-selected={tab === name}
                onClick={() => show(name)}
              />
            ))}
          </div>
          <CutsProvider datapoint={datapoint}>
            <Tab name={tab} datapoint={datapoint} />
          </CutsProvider>
        </section>
        <aside className="stack" aria-label="About this call">
          <section className="card">
            <header>
              <h2>Checks</h2>
            </header>
            <Verdicts verdicts={datapoint.verdicts} of={datapoint.id} open />
          </section>
          {datapoint.feedback.length > 0 && (
            <section className="card">
              <header>
                <h2>Feedback</h2>
              </header>
              <FeedbackList feedback={datapoint.feedback} />
            </section>
          )}
          <section className="card">
            <header>
              <h2>Call</h2>
            </header>
            <Facts datapoint={datapoint} />
          </section>
          <section className="card">
            <header>
              <h2>Monitors</h2>
            </header>
            {isOfRun && <p className="muted">A test run is judged by its own checks; monitors watch what comes in.</p>}
            {!isOfRun && datapoint.monitors.length === 0 && <p className="muted">No monitor looked at it.</p>}
            <ul className="stack" style={{ gap: 8 }}>
              {(isOfRun ? [] : datapoint.monitors).map(({ id, name, matched, reason }) => (
                <li key={id}>
                  {matched ? "✓ " : "– "}
                  <TextLink text={name} to="/monitors/$id" params={{ id }} />
                  <p className="small muted">{reason}</p>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </div>
  );
}

function Tab({ name, datapoint }: { name: string; datapoint: Datapoint }) {
  switch (name) {
    case "tools":
      return (
        <div className="stack">
          {(datapoint.tools ?? []).map((tool) => (
            <details className="part" key={tool.name}>
              <summary>
                <b>{tool.name}</b> {tool.description}
              </summary>
              <div className="body">
                <JsonView value={tool.parameters} />
              </div>
            </details>
          ))}
          {(datapoint.tools ?? []).length === 0 && <p className="muted">The request declared no tools.</p>}
        </div>
      );
    case "attributes":
      return (
        <FactList
          className="card"
          rows={Object.entries(datapoint.attributes).map(
            ([key, value]) =>
              [
                <span className="mono">{key}</span>,
                <JsonView value={value} pointer={`/attributes/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`} />,
              ] as const,
          )}
        />
      );
    case "raw":
      return (
        <div className="card stack">
          <div className="right">
            <CopyButton label="Copy JSON" text={() => wholeJson(datapoint.id)} />
          </div>
          <JsonView value={datapoint} pointer="" />
        </div>
      );
    default:
      return <DatapointDialog datapoint={datapoint} evidence={evidenceOf(datapoint.verdicts)} />;
  }
}

/** Fetches the whole datapoint, including values that the page received truncated. */
const wholeJson = async (id: string): Promise<string> =>
  JSON.stringify(await callApi("GET /datapoints/{id}", { path: { id } }), undefined, 2);
