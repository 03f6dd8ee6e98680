import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { shownProject } from "../../platform/address/link.ts";
import { projectsQuery } from "../../platform/api/queries.ts";
import { Select } from "../../platform/ui/forms/field.tsx";

/** The current project, with links to the same list in other projects. */
export function ProjectSwitch() {
  const { data } = useQuery(projectsQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = shownProject();
  const offered = (data?.items ?? []).filter(({ id, archivedAt }) => archivedAt === undefined || id === shown);
  const [only] = offered;
  if (offered.length <= 1) return <span className="project">{only?.name ?? " "}</span>;
  return (
    <Select
      className="project"
      aria-label="Project"
      value={shown ?? ""}
      onChange={(value) => location.assign(`/p/${value}${listOf(path)}`)}
      options={offered.map(({ id, name }) => [id, name] as const)}
    />
  );
}

/** Strips ids from a path: what follows `/issues/` belongs to one project. */
function listOf(path: string): string {
  return path.startsWith("/settings/") ? path : (/^\/[a-z-]*/.exec(path)?.[0] ?? "/");
}
