import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { shownProject } from "../../platform/address/link.ts";
import { projectsQuery } from "../../platform/api/queries.ts";

/** The project that is shown, and the way to another one: to the same list there. */
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

/** What stands behind `/issues/12` belongs to this project alone. */
function listOf(path: string): string {
  return path.startsWith("/settings/") ? path : (/^\/[a-z-]*/.exec(path)?.[0] ?? "/");
}
