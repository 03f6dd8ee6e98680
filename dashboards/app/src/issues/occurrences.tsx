import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Search, useAddress } from "../platform/address/search.ts";
import { datapointQuery, newestRows, occurrencesQuery } from "../platform/api/queries.ts";
import type { Datapoint, IssueDetail } from "../platform/api/types.ts";
import { Keys, useShortcuts } from "../platform/keyboard/keys.tsx";
import { tabKeys } from "../platform/keyboard/known.ts";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Skeleton, Wrong } from "../platform/ui/page.tsx";
import { useQueryLanguage } from "../platform/ui/query/query-language.ts";
import { type OccurrenceTab, OccurrenceView, occurrenceTabs } from "./occurrence.tsx";

/** The flagged datapoints of an issue, one at a time, newest first. */
export function Occurrences({ issue }: { issue: IssueDetail }) {
  const { occ, tab: openedTab } = useAddress();
  const navigate = useNavigate({ from: "/issues/$id" });
  const { data, error } = useQuery(occurrencesQuery(`${issue.number}`));
  const list = data?.items ?? [];
  const isListed = data !== undefined || error !== null;
  const id = occ ?? list[0]?.datapoint.id ?? issue.sampleDatapointId;
  const at = list.findIndex(({ datapoint }) => datapoint.id === id);
  // Avoids showing the representative first and then replacing it with the newest.
  const datapoint = useQuery({ ...datapointQuery(id), enabled: occ !== undefined || isListed });
  const passing = useLastPassing(issue.check, datapoint.data);
  const tab = occurrenceTabs.find(([name]) => name === openedTab)?.[0] ?? "dialog";
  const change = (search: Search) =>
    void navigate({ search: (before: Search) => ({ ...before, ...search }), replace: true, resetScroll: false });
  const show = (index: number) => {
    const next = list[index];
    if (next) change({ occ: next.datapoint.id });
  };
  const chooseTab = (name: OccurrenceTab) => change({ tab: name === "dialog" ? "" : name });
  const representative = () => change({ occ: issue.sampleDatapointId });
  useShortcuts("Occurrences", [
    { keys: "h", does: "Older occurrence", run: () => show(at + 1) },
    { keys: "l", does: "Newer occurrence", run: () => show(at - 1) },
    { keys: ";", does: "Representative occurrence", run: representative },
    ...tabKeys.flatMap((keys, index) => {
      const [name, title] = occurrenceTabs[index] ?? [];
      return name && title ? [{ keys, does: `Show ${title.toLowerCase()}`, run: () => chooseTab(name) }] : [];
    }),
    { keys: "d", does: "Compare with one that passed the check", run: () => passing.mutate() },
  ]);
  return (
    <section className="stack" aria-label="Occurrences">
      <div className="pager">
        <b className="num">
          {at < 0
            ? "Representative occurrence"
            : `Occurrence ${list.length - at} of ${Math.max(list.length, issue.occurrences)}`}
        </b>
        <span className="grow" />
        <button type="button" disabled={at < 0 || at >= list.length - 1} onClick={() => show(at + 1)}>
          ◀ Older <Keys keys="h" />
        </button>
        <button type="button" disabled={at <= 0} onClick={() => show(at - 1)}>
          Newer <Keys keys="l" /> ▶
        </button>
        <button type="button" disabled={id === issue.sampleDatapointId} onClick={representative}>
          Representative <Keys keys=";" />
        </button>
      </div>
      {error && <Wrong error={error} />}
      {datapoint.error && <Wrong error={datapoint.error} />}
      {!datapoint.data && !datapoint.error && (
        // As high as the screen, so that content below it on a narrow screen is out of sight and does not jump.
        <div style={{ minHeight: "100vh" }}>
          <Skeleton rows={10} />
        </div>
      )}
      {datapoint.data && (
        <OccurrenceView
          issue={issue}
          occurrence={list[at]}
          occurrences={list}
          datapoint={datapoint.data}
          tab={tab}
          onTab={chooseTab}
          onCompare={passing.isPending ? undefined : () => passing.mutate()}
        />
      )}
    </section>
  );
}

/** Compares a flagged call with the newest one that passed the same check, preferably of the same model. */
function useLastPassing(check: string, datapoint: Datapoint | undefined) {
  const language = useQueryLanguage("datapoints");
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation({
    async mutationFn() {
      if (!language || !datapoint) return undefined;
      const passed = language.toggled("", { field: "check", sub: check, value: "passed" });
      const model = datapoint.responseModel ?? datapoint.requestModel;
      const sameModel = model === undefined ? [] : [language.toggled(passed, { field: "model", value: model })];
      for (const q of [...sameModel, passed]) {
        const [newest] = await newestRows({ q, range: "30d", limit: 1 });
        if (newest) return newest.id;
      }
      return undefined;
    },
    onSuccess(passing) {
      if (passing !== undefined && datapoint)
        void navigate({ to: "/datapoints/compare", search: { a: passing, b: datapoint.id } });
      else toast("No call of the last 30 days passed this check");
    },
  });
}
