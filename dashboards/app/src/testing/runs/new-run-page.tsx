import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers, RequireRole } from "../../accounts/sign-in/roles.tsx";
import { CheckPicker } from "../../checks/check-picker.tsx";
import { type Search, useAddress, useSetAddress } from "../../platform/address/search.ts";
import { callApi } from "../../platform/api/client.ts";
import { modelsQuery, scenarioRowsQuery, scenarioSetsQuery, testRunQuery } from "../../platform/api/test-queries.ts";
import type { Model, ScenarioSet } from "../../platform/api/types.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Snippet } from "../../platform/ui/copy-button.tsx";
import { LeaveGuard } from "../../platform/ui/forms/edit-form.tsx";
import { Field, FieldCard, handleSubmit, SelectField, useDraft } from "../../platform/ui/forms/field.tsx";
import { Blank, Skeleton, useItems, useTitle, Wrong } from "../../platform/ui/page.tsx";
import { rowNames } from "../models/names.tsx";
import { SimulationFields } from "../scenarios/simulation-fields.tsx";
import {
  draftOf,
  emptyRun,
  type NewTestRun,
  type RunDraft,
  type RunType,
  runOf,
  runTypes,
  typeWords,
} from "./run-draft.ts";
import { RunKeys, RunSettings, SkippedChecks } from "./run-settings.tsx";
import { runSnippets } from "./run-snippet.ts";
import { RunSummary } from "./run-summary.tsx";

export function NewRunPage() {
  useTitle("New test run");
  const models = useQuery(modelsQuery);
  const sets = useInfiniteQuery(scenarioSetsQuery);
  const { again = "" } = useAddress();
  const before = useQuery({ ...testRunQuery(again), enabled: again !== "" });
  const error = models.error ?? sets.error ?? before.error;
  const isReady = models.data !== undefined && sets.data !== undefined && (again === "" || before.data !== undefined);
  const known = useItems(sets.data);
  return (
    <>
      <div className="bar">
        <TextLink text="Test runs" to="/test-runs" className="button quiet" />
        <h1>New test run</h1>
      </div>
      <div className="page-body">
        {error && <Wrong error={error} />}
        {!error && !isReady && <Skeleton />}
        {isReady && models.data && known && (
          <Ready models={models.data.items} sets={known} start={before.data ? draftOf(before.data) : emptyRun} />
        )}
      </div>
    </>
  );
}

interface Known {
  readonly models: readonly Model[];
  readonly sets: readonly ScenarioSet[];
  readonly start: RunDraft;
  readonly model: Model;
  readonly set: ScenarioSet;
}

function Ready({ models, sets, start }: Omit<Known, "model" | "set">) {
  const [set] = sets;
  const [model] = models;
  if (!set)
    return (
      <Blank title="No scenario set yet">
        <p>A run calls a model with every row of a set.</p>
        <TextLink text="Make a scenario set" to="/scenarios" className="button primary" />
      </Blank>
    );
  if (!model)
    return (
      <Blank title="No model yet">
        <p>A model is what a run calls: a provider's model with your prompt, your application, or your own code.</p>
        <TextLink text="Register a model" to="/models/new" className="button primary" />
      </Blank>
    );
  return <RunForm models={models} sets={sets} start={start} model={model} set={set} />;
}

const isType = (text: string): text is RunType => (runTypes as readonly string[]).includes(text);

/** Returns the model and set of the address; otherwise the newest of each. */
function useChosen({ models, sets, ...newest }: Omit<Known, "start">) {
  const { scenario, model, type = "", checks = "" } = useAddress();
  const setAddress = useSetAddress();
  return {
    set: sets.find(({ id }) => id === scenario) ?? newest.set,
    model: models.find(({ id }) => id === model) ?? newest.model,
    type: isType(type) ? type : ("NL_GENERATION" as const),
    checks: checks.split(",").filter((name) => name !== ""),
    select: (part: Pick<Search, "scenario" | "model" | "type" | "checks">) => setAddress(part, true),
  };
}

function RunForm(known: Known) {
  const { models, sets } = known;
  const { set, model, type, checks, select } = useChosen(known);
  const navigate = useNavigate();
  const { draft, change, field } = useDraft<RunDraft>(known.start);
  const firstRow = useInfiniteQuery(scenarioRowsQuery(set.id));
  const usualName = `${model.name} on ${set.name}`.slice(0, 200);
  const name = draft.name.trim() || usualName;
  const run = runOf(draft, { name, scenarioId: set.id, modelId: model.id, type, checks });
  const start = useMutation({
    mutationFn: () => callApi("POST /test-runs", { body: run }),
    onSuccess: ({ id }) => void navigate({ to: "/test-runs/$id", params: { id } }),
  });
  const isOwnCode = model.definition.type === "custom";
  const isChanged = !isOwnCode && JSON.stringify(draft) !== JSON.stringify(emptyRun);
  return (
    <div className="cols">
      <LeaveGuard isOn={isChanged && !start.isPending && !start.isSuccess} />
      <form className="form" aria-label="New test run" onSubmit={handleSubmit(() => start.mutate())}>
        <RequireRole least="member">{null}</RequireRole>
        <ForMembers>
          <FieldCard name="Scenario set and model">
            <div className="line top">
              <SelectField
                grow
                label="Scenario set"
                value={set.id}
                onChange={(id) => select({ scenario: id })}
                options={sets.map((each) => [each.id, `${each.name} (${each.rows})`])}
              />
              <SelectField
                grow
                label="Model"
                value={model.id}
                onChange={(id) => select({ model: id })}
                options={models.map((each) => [each.id, `${each.name}, version ${each.version}`])}
              />
            </div>
            <div className="line top">
              <SelectField
                grow
                label="Type"
                value={type}
                onChange={(next) => select({ type: next })}
                options={runTypes.map((each) => [each, typeWords[each]])}
              />
              <Field label="Name of the run" {...field("name")} maxLength={200} placeholder={usualName} />
            </div>
          </FieldCard>
          {type === "MULTI_TURN" && (
            <SimulationFields
              draft={draft.simulation}
              change={(part) => change({ simulation: { ...draft.simulation, ...part } })}
              names={rowNames(firstRow.data?.pages[0]?.items[0]?.input)}
            />
          )}
          <div className="card">
            <CheckPicker
              chosen={checks}
              onChange={(chosen) => select({ checks: chosen.join(",") || undefined })}
              options={draft.options}
              onOptions={(check, options) => change({ options: { ...draft.options, [check]: options } })}
            />
          </div>
          <SkippedChecks
            checks={checks}
            allowed={draft.allowSkipped}
            onChange={(allowSkipped) => change({ allowSkipped })}
          />
          <RunSettings type={type} draft={draft} isOwnCode={isOwnCode} change={change} />
          {!isOwnCode && (
            <RunKeys
              definition={model.definition}
              type={type}
              draft={draft}
              isRequired={start.error !== null && /key/i.test(start.error.message)}
              onChange={(keys) => change({ keys })}
            />
          )}
          {start.error && <Wrong error={start.error} />}
          {isOwnCode ? (
            <OwnCode run={run} model={model.name} scenario={set.name} />
          ) : (
            <div className="line">
              <Button
                submits
                text={start.isPending ? "Starting …" : "Start the run"}
                className="button primary"
                by={start}
              />
            </div>
          )}
        </ForMembers>
      </form>
      <RunSummary
        set={set}
        model={model}
        repeats={Number(draft.repeats)}
        turns={type === "MULTI_TURN" ? Number(draft.simulation.maxTurns) : 1}
      />
    </div>
  );
}

const languages = { typescript: "TypeScript", python: "Python" } as const;
type Language = keyof typeof languages;
const languageNames = Object.keys(languages) as readonly Language[];

/** A run of custom code is started where the code is. */
export function OwnCode({ run, model, scenario }: { run: NewTestRun; model: string; scenario: string }) {
  const [language, setLanguage] = useState<Language>("typescript");
  const texts = runSnippets(run, model, scenario);
  return (
    <section className="card stack" aria-label="Started from your code">
      <h2>This model is your own code</h2>
      <p>
        Your code runs on your side, so start the run there with the settings above. As a flow in{" "}
        <code>.gaffe/flows</code> it is <code>gaffe run</code>; its page appears under Test runs as soon as it begins.
      </p>
      <div className="line" role="group" aria-label="Language">
        {languageNames.map((each) => (
          <Button
            text={languages[each]}
            key={each}
            aria-pressed={language === each}
            onClick={() => setLanguage(each)}
          />
        ))}
      </div>
      <Snippet name={`The run in ${languages[language]}`} text={texts[language]} />
    </section>
  );
}
