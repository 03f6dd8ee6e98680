import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Search, useAddress, useSetAddress } from "../platform/address/search.ts";
import { similarQuery } from "../platform/api/queries.ts";
import type { SimilarDatapointsFound } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { column, type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useQueryFilter } from "../platform/list/use-cell-actions.tsx";
import { useList } from "../platform/list/use-list.ts";
import { CallBadge } from "../platform/ui/badges.tsx";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { countText, Time } from "../platform/ui/format.tsx";
import { Field, SelectField } from "../platform/ui/forms/field.tsx";
import { Blank } from "../platform/ui/page.tsx";
import type { Diagnostic } from "../platform/ui/query/query-language.ts";
import { QueryBar } from "../platform/ui/query/search-box.tsx";
import { usualRange } from "../platform/ui/time/range.ts";
import { RangeSelect } from "../platform/ui/time/range-select.tsx";
import { useZone } from "../platform/ui/time/zone.ts";

type SimilarRow = SimilarDatapointsFound["items"][number];

/** Search by meaning: what calls are about, in whatever words. */
export function SimilarPage() {
  const { q = "", range = usualRange, text = "", compare = "input" } = useAddress();
  useZone();
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const change = useSetAddress();
  const found = useQuery({ ...similarQuery({ q, range, text, compare }), enabled: text !== "" });
  const list = useList({
    kind,
    rows: text === "" ? [] : found.data?.items,
    columns,
    unfolds: false,
    hasQuery: true,
    filter: useQueryFilter("datapoints", q, change),
  });
  return (
    <>
      <QueryBar
        title="Search by meaning"
        q={q}
        fields="datapoints"
        label="Search only datapoints that match"
        placeholder="model:gpt-4o is:error"
        problems={problems}
        onProblems={setProblems}
        onChange={change}
      >
        <RangeSelect value={range} onChange={(chosen) => change({ range: chosen ?? "" })} />
      </QueryBar>
      <div className="page-body flush">
        <SearchForm text={text} compare={compare} onChange={change} />
        {text === "" ? (
          <Blank title="Find calls by what they are about">
            <p>Describe it in your own words: “asks for a refund” also finds “I want my money back”.</p>
          </Blank>
        ) : (
          <>
            {found.data && <Compared found={found.data} />}
            <TableList
              list={list}
              label="Similar datapoints"
              error={found.error}
              isErrorShown={problems.length > 0}
              none={<Blank title="No datapoint matches in this time" />}
              toCome={12}
            />
          </>
        )}
      </div>
    </>
  );
}

interface SearchFormProps {
  readonly text: string;
  readonly compare: string;
  readonly onChange: (search: Search) => void;
}

function SearchForm({ text, compare, onChange }: SearchFormProps) {
  const [typed, setTyped] = useState(text);
  function submit(event: FormEvent) {
    event.preventDefault();
    onChange({ text: typed.trim() });
  }
  return (
    <form className="line" style={{ padding: 12, alignItems: "end" }} onSubmit={submit}>
      <Field label="What it is about, in words" value={typed} maxLength={2000} onChange={setTyped} />
      <SelectField
        label="Compared with"
        value={compare === "output" ? "output" : "input"}
        options={{ input: "the request", output: "the answer" }}
        onChange={(value) => onChange({ compare: value })}
      />
      <Button text="Search" submits />
    </form>
  );
}

const Compared = ({ found: { compared, texts, model } }: { found: SimilarDatapointsFound }) => (
  <p className="muted small" style={{ padding: "0 12px" }}>
    Most similar first, of the newest {countText(compared)} datapoints with {countText(texts)} different texts, by{" "}
    {model}, which knows English best.
  </p>
);

const kind: RowKind<SimilarRow> = {
  idOf: ({ datapoint: { id } }) => id,
  pageOf: ({ datapoint: { id } }) => ({ page: "datapoints", key: id }),
};

const columns: readonly TableColumn<SimilarRow>[] = [
  column("similarity", "Similarity", ({ similarity }) => similarity.toFixed(2), { width: 92, isNumber: true }),
  column("time", "Time", ({ datapoint }) => <Time at={datapoint.partitionTime} />, {
    width: 116,
    className: "num",
    text: ({ datapoint }) => datapoint.partitionTime,
  }),
  column("outcome", "Outcome", ({ datapoint }) => <CallBadge row={datapoint} />, { width: 110 }),
  column(
    "input",
    "Request",
    ({ datapoint: { id, inputPreview } }) => (
      <TextLink text={inputPreview} to="/datapoints/$id" params={{ id }} className="plain-link cut" />
    ),
    { text: ({ datapoint }) => datapoint.inputPreview },
  ),
  column("output", "Answer", ({ datapoint }) => datapoint.errorMessage ?? datapoint.outputPreview, {
    className: "muted",
    text: ({ datapoint }) => datapoint.outputPreview,
  }),
  column("model", "Model", ({ datapoint: { responseModel, requestModel } }) => responseModel ?? requestModel ?? "–", {
    width: "12%",
    from: 1280,
    className: "muted",
    clauses: ({ datapoint: { responseModel, requestModel } }) => is("model", responseModel ?? requestModel),
  }),
];
