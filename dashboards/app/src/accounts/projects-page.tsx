import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { projectsQuery } from "../platform/api/queries.ts";
import type { Project, ProjectChange } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { Time } from "../platform/ui/format.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Section, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Table } from "../platform/ui/table.tsx";
import { isAtLeast, RequireRole, useMe } from "./sign-in/roles.tsx";

export function ProjectsPage() {
  const { data, error } = useQuery(projectsQuery);
  const [edited, setEdited] = useState<Project>();
  const isAdmin = isAtLeast(useMe(), "admin");
  return (
    <SettingsPage
      title="Projects"
      about="Projects separate data: each has its own datapoints, monitors, issues and tokens. All users of the account can see every project."
    >
      {isAdmin ? <NewProject /> : <RequireRole least="admin">{null}</RequireRole>}
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={3} />}
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
                <td>
                  <code>{project.id}</code>
                </td>
                <td className="muted">
                  <Time at={project.createdAt} />
                </td>
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

function NewProject() {
  const [name, setName] = useState("");
  const [language, setLanguage] = useState<LanguageChoice>("none");
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      callApi("POST /projects", { body: { name: name.trim(), ...(language === "none" ? {} : { language }) } }),
    onSuccess: () => {
      setName("");
      void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
    },
  });
  return (
    <Section title="New project">
      <form className="line" onSubmit={handleSubmit(() => make.mutate())} style={{ alignItems: "end" }}>
        <div className="grow">
          <label htmlFor="project-name">Name</label>
          <input id="project-name" value={name} onChange={({ target }) => setName(target.value)} />
        </div>
        <div>
          <label htmlFor="project-language">Language</label>
          <Language id="project-language" value={language} onChange={setLanguage} />
        </div>
        <Button submits text="Create" className="primary" disabled={name.trim() === "" || make.isPending} />
      </form>
      {make.error && <Wrong error={make.error} />}
    </Section>
  );
}

function Edit({ project, onClose }: { project: Project; onClose: () => void }) {
  const [name, setName] = useState(project.name);
  const [language, setLanguage] = useState<LanguageChoice>(project.language ?? "none");
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (body: ProjectChange) => callApi("PATCH /projects/{id}", { path: { id: project.id }, body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
      onClose();
    },
  });
  const isArchived = project.archivedAt !== undefined;
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
            disabled={name.trim() === "" || change.isPending}
            onClick={() => change.mutate({ name: name.trim(), language })}
          />
        </>
      }
    >
      <div className="form">
        <div className="field">
          <label htmlFor="edit-name">Name</label>
          <input id="edit-name" value={name} onChange={({ target }) => setName(target.value)} />
        </div>
        <div className="field">
          <label htmlFor="edit-language">Language</label>
          <Language id="edit-language" value={language} onChange={setLanguage} />
        </div>
        <p className="muted">
          An archived project is out of sight and its tokens are refused; nothing of it is deleted.
        </p>
      </div>
      {change.error && <Wrong error={change.error} />}
    </Modal>
  );
}

type LanguageChoice = NonNullable<ProjectChange["language"]>;

const languages = { none: "none", typescript: "TypeScript", python: "Python" } as const;
const languageNames = ["none", "typescript", "python"] as const satisfies readonly LanguageChoice[];

interface LanguageProps {
  readonly id: string;
  readonly value: LanguageChoice;
  readonly onChange: (value: LanguageChoice) => void;
}

function Language({ id, value, onChange }: LanguageProps) {
  return (
    <select
      id={id}
      value={value}
      onChange={({ target }) => onChange(languageNames.find((name) => name === target.value) ?? "none")}
    >
      {languageNames.map((name) => (
        <option key={name} value={name}>
          {languages[name]}
        </option>
      ))}
    </select>
  );
}
