import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { projectsQuery } from "../platform/api/queries.ts";
import type { Project, ProjectChange } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { Field, handleSubmit, SelectField, useDraft } from "../platform/ui/forms/field.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Awaited, Section, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { CodeCell, Table, TimeCell } from "../platform/ui/table.tsx";
import { isAtLeast, RequireRole, useMe } from "./sign-in/roles.tsx";

export function ProjectsPage() {
  const { data, error } = useQuery(projectsQuery);
  const [edited, setEdited] = useState<Project>();
  const isAdmin = isAtLeast(useMe(), "admin", true);
  return (
    <SettingsPage
      title="Projects"
      about="Projects separate data: each has its own datapoints, monitors, issues and tokens. People of the account see every project, unless its settings under Members say otherwise."
    >
      {isAdmin ? (
        <NewProject />
      ) : (
        <RequireRole least="admin" ofAccount>
          {null}
        </RequireRole>
      )}
      <Awaited data={data} error={error} rows={3} />
      {data && (
        <Section title="Projects">
          <Table label="Projects of the account" head={["Name", "Language", "Id", "Made", ""]}>
            {data.items.map((project) => (
              <tr key={project.id}>
                <td>
                  <a href={`/p/${project.id}/`}>{project.name}</a>{" "}
                  {project.archivedAt !== undefined && <span className="chip">archived</span>}
                </td>
                <td className="muted">{project.language ?? "–"}</td>
                <CodeCell of={project.id} />
                <TimeCell at={project.createdAt} />
                <td className="right">
                  {isAdmin && <Button text="Change" of={project.name} onClick={() => setEdited(project)} />}
                </td>
              </tr>
            ))}
          </Table>
        </Section>
      )}
      {edited && <Edit project={edited} onClose={() => setEdited(undefined)} />}
    </SettingsPage>
  );
}

type Language = NonNullable<ProjectChange["language"]>;
const languages: Readonly<Record<Language, string>> = { none: "none", typescript: "TypeScript", python: "Python" };

const none: Language = "none";

function NewProject() {
  const { draft, change, field } = useDraft({ name: "", language: none });
  const name = draft.name.trim();
  const make = useChange(
    () => {
      const { language } = draft;
      return callApi("POST /projects", { body: { name, ...(language === "none" ? {} : { language }) } });
    },
    { reloads: [projectsQuery], onSuccess: () => change({ name: "" }) },
  );
  return (
    <Section title="New project">
      <form className="line bottom" onSubmit={handleSubmit(() => make.mutate())}>
        <Field {...field("name")} label="Name" />
        <SelectField {...field("language")} label="Language" options={languages} />
        <Button submits text="Create" className="primary" by={make} disabled={name === ""} />
      </form>
      {make.error && <Wrong error={make.error} />}
    </Section>
  );
}

function Edit({ project, onClose }: { project: Project; onClose: () => void }) {
  const { draft, field } = useDraft({ name: project.name, language: project.language ?? none });
  const change = useChange(
    (body: ProjectChange) => callApi("PATCH /projects/{id}", { path: { id: project.id }, body }),
    { reloads: [projectsQuery], onSuccess: onClose },
  );
  const isArchived = project.archivedAt !== undefined;
  const name = draft.name.trim();
  return (
    <Modal
      title={`Change ${project.name}`}
      onClose={onClose}
      actions={
        <>
          <Button text={isArchived ? "Restore" : "Archive"} onClick={() => change.mutate({ archived: !isArchived })} />
          <span className="grow" />
          <Button
            text="Save"
            className="primary"
            disabled={name === "" || change.isPending}
            onClick={() => change.mutate({ ...draft, name })}
          />
        </>
      }
    >
      <div className="form">
        <Field {...field("name")} label="Name" />
        <SelectField {...field("language")} label="Language" options={languages} />
        <p className="muted">
          An archived project is out of sight and its tokens are refused; nothing of it is deleted.
        </p>
      </div>
      {change.error && <Wrong error={change.error} />}
    </Modal>
  );
}
