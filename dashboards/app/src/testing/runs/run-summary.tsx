import { useInfiniteQuery } from "@tanstack/react-query";
import { scenarioRowsQuery } from "../../platform/api/test-queries.ts";
import type { Model, ScenarioSet } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import { Awaited, Section } from "../../platform/ui/page.tsx";
import { definitionText, typeNames } from "../models/words.ts";
import { jsonText } from "./words.tsx";

interface Props {
  readonly set: ScenarioSet;
  readonly model: Model;
  readonly repeats: number;
  readonly turns: number;
}

export function RunSummary({ set, model, repeats, turns }: Props) {
  const attempts = set.rows * repeats;
  return (
    <div className="stack">
      <Section title="The model">
        <p>
          <TextLink text={model.name} to="/models/$id" params={{ id: model.id }} />
          <span className="muted">
            , version {model.version} · {typeNames[model.definition.type]}
            {model.definition.type !== "custom" && ` · ${definitionText(model.definition)}`}
          </span>
        </p>
      </Section>
      <FirstRows set={set} />
      <p className="muted small" role="status">
        {countText(attempts)} {attempts === 1 ? "attempt" : "attempts"}
        {turns > 1 ? `, up to ${countText(attempts * turns)} answers of the model` : ""}; judge checks call their own
        model.
      </p>
    </div>
  );
}

const shownRows = 3;

function FirstRows({ set }: { set: ScenarioSet }) {
  const { data, error } = useInfiniteQuery(scenarioRowsQuery(set.id));
  const rows = data?.pages[0]?.items.slice(0, shownRows) ?? [];
  return (
    <Section title="The rows">
      <p>
        <TextLink text={set.name} to="/scenarios/$id" params={{ id: set.id }} />
        <span className="muted">
          , version {set.version} · {countText(set.rows)} {set.rows === 1 ? "row" : "rows"}
        </span>
      </p>
      <Awaited data={data} error={error} rows={shownRows} />
      <ol className="first-rows">
        {rows.map(({ id, input, result }) => (
          <li key={id}>
            <p className="plain">{jsonText(input)}</p>
            <p className="muted small">expected: {jsonText(result)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
