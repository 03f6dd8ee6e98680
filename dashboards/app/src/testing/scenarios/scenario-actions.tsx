import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { listOf } from "../../checks/draft.ts";
import { callApi, send } from "../../platform/api/client.ts";
import { download } from "../../platform/api/download.ts";
import { scenarioRowsQuery, scenarioSetQuery, scenarioSetsQuery } from "../../platform/api/test-queries.ts";
import type { ScenarioSet } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button } from "../../platform/ui/button.tsx";
import { ConfirmDelete } from "../../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit, useDraft } from "../../platform/ui/forms/field.tsx";
import { FormModal, Modal } from "../../platform/ui/overlays/modal.tsx";
import { Popover } from "../../platform/ui/overlays/popover.tsx";
import { Skeleton, Wrong } from "../../platform/ui/page.tsx";
import { GenerateRows } from "./generate-rows.tsx";
import { formatOf, RowsText } from "./rows-text.tsx";

type Doing = "generate" | "rows" | "change" | "delete";

export function ScenarioActions({ set }: { set: ScenarioSet }) {
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  return (
    <>
      <ForMembers>
        <Button text="Generate rows" onClick={() => setDoing("generate")} />
      </ForMembers>
      <Popover label="More" name="More about the set">
        {(shut) => (
          <>
            <ForMembers>
              {(
                [
                  ["rows", "Other rows: the next version"],
                  ["change", "Name and tags"],
                  ["delete", "Delete"],
                ] as const
              ).map(([what, text]) => (
                <Button
                  text={text}
                  key={what}
                  className="option"
                  onClick={() => {
                    shut();
                    setDoing(what);
                  }}
                />
              ))}
            </ForMembers>
            {(["jsonl", "csv"] as const).map((format) => (
              <Button
                text={`Download as ${format === "csv" ? "CSV" : "JSON lines"}`}
                key={format}
                className="option"
                onClick={() => {
                  shut();
                  void download(
                    "GET /scenario-sets/{id}/download",
                    { path: { id: set.id }, query: { format } },
                    `${set.name}.${format}`,
                  );
                }}
              />
            ))}
          </>
        )}
      </Popover>
      {doing === "generate" && <GenerateRows set={set} onClose={close} />}
      {doing === "rows" && <NextVersion set={set} onClose={close} />}
      {doing === "change" && <Change set={set} onClose={close} />}
      {doing === "delete" && <Delete set={set} onClose={close} />}
    </>
  );
}

interface Props {
  readonly set: ScenarioSet;
  readonly onClose: () => void;
}

/** Maximum number of rows in the editor; larger sets are uploaded. */
const editedRows = 500;

function NextVersion({ set, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ["scenario text", set.id, set.version],
    queryFn: async ({ signal }) =>
      (await send("GET /scenario-sets/{id}/download", { path: { id: set.id }, signal })).text(),
    enabled: set.rows <= editedRows,
    staleTime: Infinity,
  });
  return (
    <Modal title={`Version ${set.version + 1} of ${set.name}`} onClose={onClose} size="wide">
      {error && <Wrong error={error} />}
      {set.rows <= editedRows && data === undefined && !error && <Skeleton rows={5} />}
      {(set.rows > editedRows || data !== undefined) && <OtherRows set={set} start={data ?? ""} onDone={onClose} />}
    </Modal>
  );
}

function OtherRows({ set, start, onDone }: { set: ScenarioSet; start: string; onDone: () => void }) {
  const [content, setContent] = useState(start);
  const save = useChange(
    () =>
      callApi("POST /scenario-sets/{id}/versions/upload", {
        path: { id: set.id },
        body: { content, format: formatOf(content) },
      }),
    {
      reloads: [scenarioRowsQuery(set.id), scenarioSetsQuery],
      stores: () => [scenarioSetQuery(set.id)],
      onSuccess: onDone,
    },
  );
  return (
    <form className="stack" onSubmit={handleSubmit(() => save.mutate())}>
      <p className="muted">Runs that were made of version {set.version} keep that version.</p>
      <RowsText content={content} onChange={setContent} />
      {save.error && <Wrong error={save.error} />}
      <div className="line modal-actions">
        <Button
          submits
          text={`Save version ${set.version + 1}`}
          className="primary"
          by={save}
          disabled={content.trim() === ""}
        />
      </div>
    </form>
  );
}

function Change({ set, onClose }: Props) {
  const { draft, field } = useDraft({ name: set.name, tags: set.tags.join(", ") });
  const name = draft.name.trim();
  const save = useChange(
    () => callApi("PATCH /scenario-sets/{id}", { path: { id: set.id }, body: { name, tags: listOf(draft.tags) } }),
    { reloads: [scenarioSetsQuery], stores: () => [scenarioSetQuery(set.id)], onSuccess: onClose },
  );
  return (
    <FormModal
      title="Name and tags"
      onClose={onClose}
      submit="Save"
      by={save}
      disabled={name === ""}
      onSubmit={save.mutate}
    >
      <Field {...field("name")} label="Name" required />
      <Field {...field("tags")} label="Tags" placeholder="release, nightly" />
    </FormModal>
  );
}

function Delete({ set, onClose }: Props) {
  const navigate = useNavigate();
  const remove = useChange(() => callApi("DELETE /scenario-sets/{id}", { path: { id: set.id } }), {
    reloads: [scenarioSetsQuery],
    onSuccess: () => void navigate({ to: "/scenarios" }),
  });
  return (
    <ConfirmDelete what={set.name} by={remove} onClose={onClose}>
      All its versions go, and the test runs made of it. The datapoints of those runs stay.
    </ConfirmDelete>
  );
}
