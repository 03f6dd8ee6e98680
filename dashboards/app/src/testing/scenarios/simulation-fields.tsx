import { useQuery } from "@tanstack/react-query";
import { checksQuery } from "../../platform/api/queries.ts";
import { Checkbox, Field, FieldCard, fieldsOf, SelectField } from "../../platform/ui/forms/field.tsx";
import { ModelChoice, Names, useNames } from "../models/names.tsx";
import type { SimulationDraft } from "../runs/run-draft.ts";

interface Props {
  readonly draft: SimulationDraft;
  readonly change: (part: Partial<SimulationDraft>) => void;
  readonly names: readonly string[];
}

export function SimulationFields({ draft, change, names }: Props) {
  const field = fieldsOf(draft, change);
  const { onFocusCapture, insert } = useNames();
  return (
    <FieldCard name="Simulated user" isTitled onFocusCapture={onFocusCapture}>
      <ModelChoice
        chosen={draft}
        change={change}
        label="Played by"
        owners={players}
        modelLabel="Model of the simulated user"
      />
      <Names names={[...names, "scenario_result"]} insert={insert} />
      <Field label="Who the user is and wants" rows={4} takesNames required {...field("prompt")} />
      <div className="line">
        <SelectField
          label="Who begins"
          {...field("firstTurn")}
          options={{ driver: "The simulated user", target: "The model" }}
        />
        <Field label="Turns at most" type="number" min={1} max={50} {...field("maxTurns")} />
        <Field label="Temperature" type="number" min={0} max={2} {...field("temperature")} />
      </div>
      <Stop draft={draft} change={change} />
      <Checkbox {...field("everyTurn")}>
        The checks judge every answer, not only the whole conversation at its end
      </Checkbox>
    </FieldCard>
  );
}

const players = [
  ["active", "The active judge model"],
  ["judge", "A judge of the project"],
  ["provider", "A provider's model"],
] as const;

type Part = Pick<Props, "draft" | "change">;

function Stop({ draft, change }: Part) {
  const { stopCheck, stopOn } = draft;
  const field = fieldsOf(draft, change);
  const library = useQuery(checksQuery).data?.items ?? [];
  return (
    <div className="line top">
      <Field label="Stop phrase" placeholder="nothing in particular" {...field("phrase")} />
      <SelectField
        grow
        label="Ends by a check"
        {...field("stopCheck")}
        options={[["", "none"], ...library.map(({ name, title }) => [name, title] as const)]}
      />
      {stopCheck !== "" && (
        <SelectField
          label="When it"
          value={stopOn ? "passed" : "failed"}
          onChange={(value) => change({ stopOn: value === "passed" })}
          options={{ passed: "passes", failed: "fails" }}
        />
      )}
    </div>
  );
}
