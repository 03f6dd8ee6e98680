import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { shownProject } from "../../platform/address/link.ts";
import { projectsQuery } from "../../platform/api/queries.ts";

/** The current project, with links to the same list in other projects. */
export function ProjectSwitch() {
  const { data } = useQuery(projectsQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = shownProject();
  const offered = (data?.items ?? []).filter(({ id, archivedAt }) => archivedAt === undefined || id === shown);
  const [only] = offered;
  if (offered.length <= 1) return <span className="project">{only?.name ?? " "}</span>;
  return (
    <select
      className="project"
      aria-label="Project"
      value={shown}
      onChange={({ target }) => location.assign(`/p/${target.value}${listOf(path)}`)}
    >
      {offered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Strips ids from a path: what follows `/issues/` belongs to one project. */
function listOf(path: string): string {
  return path.startsWith("/settings/") ? path : (/^\/[a-z-]*/.exec(path)?.[0] ?? "/");
}
