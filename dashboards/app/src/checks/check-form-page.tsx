import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { ForMembers, RequireRole, TrialForMembers } from "../accounts/sign-in/roles.tsx";
import { DatapointDialog } from "../datapoints/dialog/dialog.tsx";
import { useAddress } from "../platform/address/search.ts";
import { callApi } from "../platform/api/client.ts";
import { ApiProblem } from "../platform/api/problem.ts";
import { allChecks, datapointQuery, issueQuery } from "../platform/api/queries.ts";
import type { CheckDefinition, CheckDetail } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { shortId } from "../platform/ui/format.tsx";
import { type FormStart, LeaveGuard, NotSaved, useEditForm } from "../platform/ui/forms/edit-form.tsx";
import { Field, FieldCard, fieldsOf, handleSubmit, SelectField } from "../platform/ui/forms/field.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Awaited, useTitle } from "../platform/ui/page.tsx";
import { Accuracy, Versions } from "./check-evidence.tsx";
import type { CodeMistake } from "./code-editor.tsx";
import { DefinitionFields } from "./definition-fields.tsx";
import { type Draft, definitionOf, drafted, draftOf, emptyDraft, listOf } from "./draft.ts";
import { Generate } from "./generate.tsx";
import { LiveTest } from "./live-test.tsx";
import { RuleFields } from "./rule-fields.tsx";

export function NewCheckPage() {
  return <CheckForm start={emptyDraft} />;
}

export function CheckForm(given: FormStart<Draft, CheckDetail>) {
  const form = useEditForm(given, draftOf);
  const { start, known, draft, setDraft, change, isChanged } = form;
  const field = fieldsOf(draft, change);
  const title = known ? `Edit ${known.title}` : "New check";
  useTitle(title);
  const [mistakes, setMistakes] = useState<readonly CodeMistake[]>([]);
  const definition = useMemo(() => definitionOf(draft), [draft]);
  const save = useSave(known);
  const wrong = save.error instanceof ApiProblem ? save.error : undefined;
  const number = known?.custom?.number;
  const { example = "", issue = "" } = useAddress();
  const suggestion = useIssueText(issue);
  const isWritten =
    known !== undefined ||
    [draft.source !== start.source, draft.prompt !== start.prompt, draft.rules !== start.rules].includes(true);
  return (
    <>
      <div className="bar">
        <TextLink text="Checks" to="/checks" className="button quiet" />
        <h1 className="cut">{title}</h1>
        {number !== undefined && <span className="chip">v{number}</span>}
      </div>
      <LeaveGuard isOn={isChanged && !save.isPending && !save.isSuccess} />
      <div className="page-body">
        <div className="cols">
          <form className="form" onSubmit={handleSubmit(() => save.mutate(draft))} aria-label={title}>
            <RequireRole least="member">{null}</RequireRole>
            <ForMembers>
              <FieldCard name="Name">
                <div className="line">
                  <Field
                    label="Name"
                    {...field("name")}
                    required
                    disabled={known !== undefined}
                    pattern="[a-z][a-z0-9]*(_[a-z0-9]+)*"
                    title="snake case, such as mentions_refund"
                    placeholder="mentions_refund"
                    aria-invalid={wrong?.field === "name"}
                  />
                  <Field label="Title" {...field("title")} maxLength={120} placeholder="Mentions a refund" />
                </div>
                <Field label="Description" {...field("description")} maxLength={2000} />
                <div className="line">
                  <SelectField
                    label="Severity"
                    {...field("severity")}
                    options={{ critical: "Critical", major: "Major", minor: "Minor" }}
                  />
                  <Field label="Tags" {...field("tags")} placeholder="refunds, policy" />
                  <SelectField
                    label="Kind"
                    {...field("kind")}
                    options={{ code: "Code", judge: "Judge prompt", policy: "Trace policy" }}
                  />
                </div>
              </FieldCard>
              <Generate
                kind={draft.kind}
                prior={isWritten ? definition : undefined}
                suggestion={suggestion}
                onGenerated={(made) => {
                  const { name, title, description } = made;
                  change({
                    ...drafted(made.definition),
                    ...(known || draft.name !== "" ? {} : { name }),
                    ...(draft.title === "" ? { title } : {}),
                    ...(draft.description === "" ? { description } : {}),
                  });
                }}
              />
              <FieldCard name="Definition">
                <DefinitionFields field={field} kind={draft.kind} mistakes={mistakes} />
              </FieldCard>
              {draft.kind !== "policy" && <RuleFields draft={draft} change={change} />}
              <NotSaved
                save={save}
                form={form}
                field="number"
                fetchSaved={() => callApi("GET /checks/{name}", { path: { name: known?.name ?? "" } })}
              />
              <div className="line">
                <Button submits text={known ? "Save" : "Create check"} className="button primary" by={save} />
              </div>
            </ForMembers>
          </form>
          <CheckPanel
            definition={definition}
            known={known}
            example={example}
            onMistakes={setMistakes}
            onTake={(next) => setDraft(next)}
          />
        </div>
      </div>
    </>
  );
}

interface CheckPanelProps {
  readonly definition: CheckDefinition;
  readonly known: CheckDetail | undefined;
  readonly example: string;
  readonly onMistakes: (mistakes: readonly CodeMistake[]) => void;
  readonly onTake: (draft: Draft) => void;
}

function CheckPanel({ definition, known, example, onMistakes, onTake }: CheckPanelProps) {
  const number = known?.custom?.number;
  return (
    <div className="stack">
      <TrialForMembers title="Live test">
        <LiveTest
          definition={definition}
          {...(example === "" ? {} : { example })}
          onMistakes={onMistakes}
          {...(known && number !== undefined ? { against: { name: known.name, number } } : {})}
        />
      </TrialForMembers>
      {example !== "" && <Example id={example} />}
      {known && <Accuracy {...known} />}
      {known && number !== undefined && (
        <Versions
          name={known.name}
          current={number}
          onTake={(version) => onTake(draftOf({ ...known, definition: version.definition }))}
        />
      )}
    </div>
  );
}

/** The call that a new check is based on; the live test starts with it. */
export function Example({ id }: { id: string }) {
  const { data, error } = useQuery(datapointQuery(id));
  return (
    <section className="card stack" aria-label="Example">
      <div className="line">
        <h2 className="grow">Example</h2>
        <TextLink text={shortId(id)} to="/datapoints/$id" params={{ id }} className="mono small" />
      </div>
      <Awaited data={data} error={error} rows={4} />
      {data && <DatapointDialog datapoint={data} />}
    </section>
  );
}

/** Returns the issue's text as the start of an instruction; "" until it is loaded, or without an issue. */
export function useIssueText(issue: string): string {
  const { data } = useQuery({ ...issueQuery(issue), enabled: issue !== "" });
  return data ? `Find answers with this fault: ${data.title}. ${data.explanation}`.slice(0, 2000) : "";
}

export function useSave(known: CheckDetail | undefined) {
  const navigate = useNavigate();
  const toast = useToast();
  return useChange(
    (draft: Draft) => {
      const { name, title, description, severity } = draft;
      const fields = { description, severity, tags: listOf(draft.tags), ...definitionOf(draft) };
      const titled = title.trim() === "" ? fields : { ...fields, title };
      return known
        ? callApi("PATCH /checks/{name}", {
            path: { name: known.name },
            body: { ...titled, ...(known.custom ? { number: known.custom.number } : {}) },
          })
        : callApi("POST /checks", { body: { name, ...titled } });
    },
    {
      reloads: [...allChecks, { queryKey: ["GET /checks/{name}/versions"] }],
      onSuccess: (saved) => {
        toast(`${saved.title} is saved as v${saved.custom?.number ?? 1}`);
        void navigate({ to: "/checks/$name", params: { name: saved.name } });
      },
    },
  );
}
