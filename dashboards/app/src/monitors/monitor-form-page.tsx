import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers, RequireRole, TrialForMembers } from "../accounts/sign-in/roles.tsx";
import { useAddress } from "../platform/address/search.ts";
import { callApi } from "../platform/api/client.ts";
import { ApiProblem } from "../platform/api/problem.ts";
import { checksQuery, monitorQuery, monitorsQuery } from "../platform/api/queries.ts";
import type { Check, Monitor } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { type FormStart, LeaveGuard, NotSaved, useEditForm } from "../platform/ui/forms/edit-form.tsx";
import { Checkbox, Field, FieldCard, fieldsOf, handleSubmit } from "../platform/ui/forms/field.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Bar, Skeleton, useTitle, Wrong } from "../platform/ui/page.tsx";
import type { Diagnostic } from "../platform/ui/query/query-language.ts";
import { Diagnostics, SearchBox } from "../platform/ui/query/search-box.tsx";
import { BackfillChoice, BackfillModal, beginBackfill } from "./backfill.tsx";
import { CheckChoice } from "./check-choice.tsx";
import { bodyOf, changeOf, type Draft, draftOf, emptyDraft } from "./draft.ts";
import { Notifications, TimeZones } from "./notifications.tsx";
import { PresetGallery } from "./preset-gallery.tsx";
import { MonitorPreview } from "./preview.tsx";
import { Rules, SampleFields } from "./rules.tsx";
import { MonitorStatusCard } from "./status.tsx";

const back = <TextLink text="Monitors" to="/monitors" className="button quiet" />;

export function NewMonitorPage() {
  const { q = "", check } = useAddress();
  return <Form start={{ ...emptyDraft, condition: q, checks: check === undefined ? [] : [{ check, options: {} }] }} />;
}

export function EditMonitorPage() {
  const { id } = useParams({ from: "/monitors/$id" });
  const { data, error } = useQuery(monitorQuery(id));
  useTitle(data ? `Edit ${data.name}` : "Monitor");
  if (data) return <Form key={data.id} start={draftOf(data)} known={data} />;
  return (
    <>
      <Bar back={back} title="Monitor" />
      <div className="page-body">{error ? <Wrong error={error} /> : <Skeleton rows={12} />}</div>
    </>
  );
}

function Form(given: FormStart<Draft, Monitor>) {
  const form = useEditForm(given, draftOf);
  const { known, draft, change, isChanged } = form;
  const field = fieldsOf(draft, change);
  const title = known ? `Edit ${known.name}` : "New monitor";
  useTitle(title);
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const checks = useQuery(checksQuery);
  const save = useSave(known);
  const remove = useRemove(known);
  const navigate = useNavigate();
  const wrong = save.error instanceof ApiProblem ? save.error : undefined;
  const mistake =
    problems.length > 0
      ? "The condition has a mistake."
      : draft.checks.length === 0
        ? "Choose at least one check."
        : undefined;
  // Each check takes two lines once it is loaded; a form rendered earlier would shift under the pointer.
  const isUnknown = checks.isPending && draft.checks.length > 0;
  const isReady = mistake === undefined && draft.name.trim() !== "" && !save.isPending;
  return (
    <>
      <Bar back={back} title={title} />
      <BackfillModal backfill={save.data?.backfill} onClose={() => void navigate({ to: "/monitors" })} />
      <LeaveGuard isOn={isChanged && ![save, remove].some(isUnderWay)} />
      <div className="page-body">
        {isUnknown && <Skeleton rows={12} />}
        <div className="cols even" style={{ display: isUnknown ? "none" : undefined }}>
          <form className="form" onSubmit={handleSubmit(() => save.mutate({ draft }))} aria-label={title}>
            <RequireRole least="member">{null}</RequireRole>
            <ForMembers>
              <Templates isNew={known === undefined} draft={draft} checks={checks} onTake={change} />
              <FieldCard name="Name">
                <Field
                  label="Name"
                  {...field("name")}
                  required
                  maxLength={200}
                  aria-invalid={wrong?.field === "name"}
                />
                <Field
                  label="Description"
                  {...field("description")}
                  maxLength={2000}
                  placeholder="What it watches for, and why"
                />
              </FieldCard>
              <FieldCard name="Condition">
                <div className="field">
                  <label htmlFor="condition">Condition</label>
                  <SearchBox
                    id="condition"
                    value={draft.condition}
                    fields="conditions"
                    label="Condition"
                    placeholder="every datapoint; or for example input:refund env:prod"
                    onCommit={(condition) => change({ condition })}
                    onType={(condition) => change({ condition })}
                    onProblems={setProblems}
                  />
                  <Diagnostics problems={problems} />
                  <small>The query language of the search box. Left empty, every datapoint matches.</small>
                </div>
                <SampleFields draft={draft} onChange={change} />
              </FieldCard>
              <FieldCard name="Checks">
                <CheckChoice
                  library={checks.data?.items}
                  error={checks.error}
                  chosen={draft.checks}
                  onChange={(chosen) => change({ checks: chosen })}
                />
              </FieldCard>
              <FieldCard name="Issues and limits">
                <Rules draft={draft} onChange={change} />
              </FieldCard>
              <FieldCard name="Notifications">
                <span className="label">Notifications</span>
                <TimeZones />
                <Notifications chosen={draft.notifications} onChange={(notifications) => change({ notifications })} />
              </FieldCard>
              <NotSaved
                save={save}
                form={form}
                field="revision"
                fetchSaved={() => callApi("GET /monitors/{id}", { path: { id: known?.id ?? "" } })}
              />
              <div className="line">
                <Button submits text={known ? "Save" : "Create monitor"} className="primary" disabled={!isReady} />
                <BackfillChoice disabled={!isReady} onChoose={(backfill) => save.mutate({ draft, backfill })} />
                <Checkbox {...field("enabled")}>
                  <span>On</span>
                </Checkbox>
                {mistake && <span className="mistake">{mistake}</span>}
                <span className="grow" />
                {known && <DeleteMonitor name={known.name} remove={remove} />}
              </div>
            </ForMembers>
          </form>
          <div className="stack">
            {known && <MonitorStatusCard id={known.id} />}
            <TrialForMembers title="Preview">
              <MonitorPreview draft={draft} hasMistake={problems.length > 0} />
            </TrialForMembers>
          </div>
        </div>
      </div>
    </>
  );
}

interface TemplatesProps {
  readonly isNew: boolean;
  readonly draft: Draft;
  readonly checks: { readonly data: { readonly items: readonly Check[] } | undefined; readonly isError: boolean };
  readonly onTake: (part: Partial<Draft>) => void;
}

/** Templates, offered until a check or a template is chosen. */
function Templates({ isNew, draft, checks, onTake }: TemplatesProps) {
  if (!isNew || draft.checks.length > 0) return null;
  return <PresetGallery library={checks.isError ? [] : checks.data?.items} onTake={onTake} />;
}

/** Suppresses the leave warning while a save is in flight. */
const isUnderWay = ({ isPending, isSuccess }: { readonly isPending: boolean; readonly isSuccess: boolean }) =>
  isPending || isSuccess;

function useSave(known: Monitor | undefined) {
  const navigate = useNavigate();
  const toast = useToast();
  return useChange(
    async ({ draft, backfill }: { readonly draft: Draft; readonly backfill?: string }) => {
      const saved = await (known
        ? callApi("PATCH /monitors/{id}", { path: { id: known.id }, body: changeOf(draft, known) })
        : callApi("POST /monitors", { body: bodyOf(draft) }));
      return { saved, backfill: backfill === undefined ? undefined : await beginBackfill(saved, backfill) };
    },
    {
      reloads: [monitorsQuery],
      onSuccess: ({ saved, backfill }) => {
        toast(`${saved.name} is saved`);
        if (!backfill) void navigate({ to: "/monitors" });
      },
    },
  );
}

export const DeleteMonitor = ({ name, remove }: { name: string; remove: ReturnType<typeof useRemove> }) => (
  <DangerButton what={name} icon="trash" by={remove}>
    It stops checking datapoints. Its issues are not deleted.
  </DangerButton>
);

export function useRemove(known: Monitor | undefined) {
  const navigate = useNavigate();
  const toast = useToast();
  return useChange(() => callApi("DELETE /monitors/{id}", { path: { id: known?.id ?? "" } }), {
    reloads: [monitorsQuery],
    onSuccess: () => {
      toast(`${known?.name} is deleted`);
      void navigate({ to: "/monitors" });
    },
  });
}
