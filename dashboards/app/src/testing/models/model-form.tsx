import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ForMembers, RequireRole, TrialForMembers } from "../../accounts/sign-in/roles.tsx";
import { listOf } from "../../checks/draft.ts";
import type { Search } from "../../platform/address/search.ts";
import { callApi } from "../../platform/api/client.ts";
import { ApiProblem } from "../../platform/api/problem.ts";
import { modelQuery, modelsQuery, modelVersionsQuery } from "../../platform/api/test-queries.ts";
import type { Model } from "../../platform/api/types.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Snippet } from "../../platform/ui/copy-button.tsx";
import { Time } from "../../platform/ui/format.tsx";
import { LeaveGuard } from "../../platform/ui/forms/edit-form.tsx";
import { Field, FieldCard, handleSubmit, SelectField, useDraft } from "../../platform/ui/forms/field.tsx";
import { useToast } from "../../platform/ui/overlays/toast.tsx";
import { useTitle, Wrong } from "../../platform/ui/page.tsx";
import { type Draft, definitionOf, draftOf, emptyDraft } from "./draft.ts";
import { GenerationFields } from "./generation-fields.tsx";
import { HttpFields } from "./http-fields.tsx";
import { KeyFields, type Keys, keysOf, noKeys } from "./key-fields.tsx";
import { rowNames } from "./names.tsx";
import { Trial, useTriedRow } from "./trial.tsx";
import { definitionText, typeNames } from "./words.ts";

export function ModelForm({ known, actions, children }: { known?: Model; actions?: ReactNode; children?: ReactNode }) {
  const title = known?.name ?? "New model";
  useTitle(title);
  const { draft, setDraft, change, field } = useDraft<Draft>(() => (known ? draftOf(known) : emptyDraft));
  const [keys, setKeys] = useState<Keys>(noKeys);
  const tried = useTriedRow();
  const save = useSave(known);
  const read = definitionOf(draft);
  const mistakes = save.isError && read.kind === "mistake" ? { [read.field]: read.reason } : {};
  const [saved, setSaved] = useState(draft);
  const names = rowNames(tried.row?.input);
  const error = save.error instanceof ApiProblem ? save.error : undefined;
  return (
    <>
      <div className="bar">
        <TextLink text="Models" to="/models" className="button quiet" />
        <h1 className="cut">{title}</h1>
        {known && <span className="chip">v{known.version}</span>}
        <span className="grow" />
        {actions}
      </div>
      <LeaveGuard isOn={isAtRisk(draft, saved, save, known)} />
      <div className="page-body">
        <div className="cols">
          <form
            className="form"
            aria-label={title}
            onSubmit={handleSubmit(() =>
              save.mutate({ draft, keys }, { onSuccess: () => (setKeys(noKeys), setSaved(draft)) }),
            )}
          >
            <RequireRole least="member">{null}</RequireRole>
            <ForMembers>
              <FieldCard name="Name">
                <div className="line top">
                  <Field
                    label="Name"
                    required
                    readOnly={known !== undefined}
                    placeholder="Support agent"
                    {...field("name")}
                  />
                  <SelectField grow label="What answers" {...field("type")} options={typeNames} />
                  <Field label="Tags" placeholder="release, nightly" {...field("tags")} />
                </div>
              </FieldCard>
              {draft.type === "generation" && (
                <GenerationFields
                  draft={draft.generation}
                  change={(part) => change({ generation: { ...draft.generation, ...part } })}
                  names={names}
                  mistakes={mistakes}
                />
              )}
              {draft.type === "http" && (
                <HttpFields
                  draft={draft.http}
                  change={(part) => change({ http: { ...draft.http, ...part } })}
                  names={names}
                  mistakes={mistakes}
                />
              )}
              {draft.type === "custom" && (
                <CustomFields
                  name={draft.name}
                  batchSize={draft.batchSize}
                  onChange={(batchSize) => change({ batchSize })}
                />
              )}
              <KeyFields draft={draft} keys={keys} known={known} onChange={setKeys} />
              {error && <Wrong error={error} />}
              {read.kind === "mistake" && save.isError && (
                <p className="mistake" role="alert">
                  {read.reason}
                </p>
              )}
              <div className="line">
                <Button
                  submits
                  text={known ? "Save as the next version" : "Register the model"}
                  className="button primary"
                  by={save}
                />
                {known && <span className="muted small">Saving without changes does not create a version.</span>}
              </div>
            </ForMembers>
          </form>
          <div className="stack">
            <TrialForMembers title="Try it on one row">
              <Trial
                type={draft.type}
                definition={() => definitionOf(draft)}
                keys={keysOf(draft, keys)}
                modelId={known?.id}
                tried={tried}
              />
            </TrialForMembers>
            {known && (
              <ModelVersions model={known} onTake={(version) => setDraft({ ...draftOf(version), name: known.name })} />
            )}
            {children}
          </div>
        </div>
      </div>
    </>
  );
}

/** Whether leaving would lose changes. Saving keeps the page open, and a new model opens its page. */
function isAtRisk(
  draft: Draft,
  saved: Draft,
  save: Pick<ReturnType<typeof useSave>, "isPending" | "isSuccess">,
  known?: Model,
) {
  const isOnItsWay = save.isPending || (known === undefined && save.isSuccess);
  return !isOnItsWay && JSON.stringify(draft) !== JSON.stringify(saved);
}

function useSave(known: Model | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ draft, keys }: { draft: Draft; keys: Keys }) => {
      const read = definitionOf(draft);
      if (read.kind === "mistake") throw new Error(read.reason);
      return callApi("POST /models", {
        body: {
          name: draft.name.trim(),
          tags: listOf(draft.tags),
          definition: read.value,
          update: known !== undefined,
          ...keysOf(draft, keys),
        },
      });
    },
    onSuccess: (saved) => {
      void queries.invalidateQueries({ queryKey: modelsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: modelVersionsQuery(saved.id).queryKey });
      queries.setQueryData(modelQuery(saved.id).queryKey, saved);
      toast(`${saved.name} is saved as v${saved.version}`);
      void navigate({ to: "/models/$id", params: { id: saved.id }, search: (before: Search) => before });
    },
  });
}

function ModelVersions({ model, onTake }: { model: Model; onTake: (version: Model) => void }) {
  const { data, error } = useQuery(modelVersionsQuery(model.id));
  return (
    <section className="card stack" aria-label="Versions">
      <h2>Versions</h2>
      {error && <Wrong error={error} />}
      <ul className="stack" style={{ gap: 8 }}>
        {data?.items.map((version) => (
          <li key={version.version} className="line">
            <b className="num">v{version.version}</b>
            <span className="muted small">
              <Time at={version.createdAt} /> · {definitionText(version.definition)}
            </span>
            <span className="grow" />
            {version.version === model.version ? (
              <span className="chip">in use</span>
            ) : (
              <Button text={`Take v${version.version} into the form`} onClick={() => onTake(version)} />
            )}
          </li>
        ))}
      </ul>
      <p className="muted small">Test runs keep the version that they started with.</p>
    </section>
  );
}

interface Props {
  readonly name: string;
  readonly batchSize: string;
  readonly onChange: (batchSize: string) => void;
}

/** Custom code is registered and called where it runs; this shows an example. */
const CustomFields = ({ name, batchSize, onChange }: Props) => (
  <FieldCard name="Your own code" isTitled>
    <p>An SDK hands it each row and brings back what it answers: nothing of it is sent here.</p>
    <Snippet name="How it is registered" text={snippet(name)} />
    <div className="line">
      <Field
        label="Rows per call"
        type="number"
        min={1}
        max={1000}
        placeholder="1"
        value={batchSize}
        onChange={onChange}
      />
    </div>
  </FieldCard>
);

const snippet = (name: string) => `import { Gaffe } from "@gaffe/sdk";

const gaffe = new Gaffe(); // GAFFE_TOKEN, GAFFE_ENDPOINT
const invoke = async (input: unknown) => ({ modelPrediction: await answer(input) });
const model = await gaffe.registerModel({ name: ${JSON.stringify(name.trim() || "My agent")}, model: { type: "custom", invoke } });`;
