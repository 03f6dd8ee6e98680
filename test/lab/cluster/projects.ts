import { apiOf } from "../../support/service/service-api.ts";
import { pause } from "../ledger.ts";
import type { ApiTarget } from "./visible.ts";

export async function newProject({ url, token }: ApiTarget, name: string): Promise<Required<ApiTarget>> {
  const api = apiOf({ url, token });
  const { id: projectId } = (await api.post("/projects", { name })) as { id: string };
  const scopes = ["ingest", "read", "write"];
  const { secret } = (await api.post("/tokens", { name: "lab", scopes, projectId })) as { secret: string };
  return { url, token: secret, projectId };
}

export interface SeenIssue {
  readonly id: string;
  readonly check: string;
  readonly title: string;
  readonly state: string;
  readonly occurrences: number;
  readonly sampleDatapointId: string;
}

/** Retries while a replica or the engine is unavailable. */
export async function issuesOf(target: ApiTarget): Promise<readonly SeenIssue[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { items } = (await apiOf(target).get("/issues?limit=200")) as { items: readonly SeenIssue[] };
      return items;
    } catch (thrown) {
      if (attempt > 60) throw thrown;
      await pause(1000);
    }
  }
}
