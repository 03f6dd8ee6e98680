import { apiOf } from "../../support/service/service-api.ts";
import { pause } from "../ledger.ts";
import type { Place } from "./visible.ts";

/** A new project with a token of its own. */
export async function newProject({ url, token }: Place, name: string): Promise<Required<Place>> {
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

/** Asked again while a replica or the engine is away. */
export async function issuesOf(place: Place): Promise<readonly SeenIssue[]> {
  for (let tries = 0; ; tries++) {
    try {
      const { items } = (await apiOf(place).get("/issues?limit=200")) as { items: readonly SeenIssue[] };
      return items;
    } catch (thrown) {
      if (tries > 60) throw thrown;
      await pause(1000);
    }
  }
}
