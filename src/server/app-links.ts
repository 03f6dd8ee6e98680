import type { ProjectId } from "../platform/ids.ts";

export type AppLinks = ReturnType<typeof appLinks>;

/**
 * URLs of pages in the web app. Each contains the project, so that a link works whatever project the reader
 * viewed last.
 */
export function appLinks(baseUrl: string, project: ProjectId) {
  const page = (path: string, id: string | number) => `${baseUrl}/p/${project}/${path}/${encodeURIComponent(id)}`;
  return {
    /** By id or number. */
    issue: (id: string | number) => page("issues", id),
    monitor: (id: string) => page("monitors", id),
    datapoint: (id: string) => page("datapoints", id),
    trace: (id: string) => page("traces", id),
    scenarioSet: (id: string) => page("scenarios", id),
    testRun: (id: string) => page("test-runs", id),
    /** Notification settings. */
    notifications: page("settings", "notifications"),
  };
}
