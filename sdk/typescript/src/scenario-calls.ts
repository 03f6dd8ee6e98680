import type * as api from "../../../packages/api-client/src/api.ts";
import { Client } from "./client.ts";
import { contentOf, type Uploaded } from "./file.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";
import type { Known } from "./row-types.ts";
import type { Check, ScenarioRow, ScenarioSet, SeedData } from "./types.ts";

/** Makes, generates and reads scenario sets. */
export class ScenarioCalls extends Client {
  /** Makes a set. The same rows under a known name return the set that exists; with `update`, others its next version. */
  async createScenarioSet<Row extends SeedData>(set: NewScenarioSet<Row>): Promise<ScenarioSetOf<Row>> {
    refuseUnknown("createScenarioSet", set, newSetNames);
    const { name, seedData, tags, update } = set;
    refuseUnknownIn(seedData);
    return this.write("POST /scenario-sets", { body: { name, seedData, tags, update } }, set.projectId);
  }

  /**
   * Uploads a file, or the text of one: JSON lines of `{input, result}`, or CSV with these columns if its name
   * ends in .csv.
   */
  async uploadScenarioSet(set: UploadedScenarioSet): Promise<ScenarioSet> {
    refuseUnknown("uploadScenarioSet", set, uploadNames);
    const { name, filePath: file = "", format = /\.csv$/i.test(file) ? "csv" : "jsonl", tags, update } = set;
    const content = contentOf(set);
    return this.write("POST /scenario-sets/upload", { body: { name, content, format, tags, update } });
  }

  /** Returns the generators of rows, and which of them need a model. */
  async getScenarioGenerators(): Promise<readonly api.ScenarioGenerator[]> {
    return (await this.api.send("GET /scenario-generators", {})).items;
  }

  /**
   * Generates rows from another set's rows; see getScenarioGenerators. Each row names its seed. Rows that fail
   * `checks` are returned as `failedData`.
   */
  async generateScenarioSet(request: GenerateScenarioSet): Promise<GeneratedScenarioSet> {
    const { scenario, ...options } = request;
    return this.write("POST /scenario-sets/generate", { body: { ...options, scenarioId: idOf(scenario) } });
  }

  /**
   * Makes rows from recorded datapoints, by a query, by ids, or from an issue's occurrences. Personal data is
   * replaced by markers; a response is never used as the expected result.
   */
  async collectScenarioSet(request: CollectScenarioSet): Promise<api.CollectedScenarioSet> {
    const { scenario, issue, ...rest } = request;
    const body = {
      ...rest,
      scenarioId: scenario === undefined ? undefined : idOf(scenario),
      issueId: issue === undefined ? undefined : `${issue}`,
    };
    return this.write("POST /scenario-sets/from-datapoints", { body });
  }

  /** Makes a set from the rows of a run that failed any check, or one of the named checks. */
  async createFailureScenario(request: FailureScenario): Promise<ScenarioSet> {
    const { run, ...rest } = request;
    const body = { ...rest, runId: idOf(run) };
    return (await this.write("POST /scenario-sets/from-test-run", { body })).scenario;
  }

  /** Returns a set by id or name. */
  async getScenarioSet(scenario: string): Promise<ScenarioSet> {
    return this.api.send("GET /scenario-sets/{id}", pathOf(scenario));
  }

  /** Returns all sets, newest first. */
  async getScenarioSets(): Promise<readonly ScenarioSet[]> {
    return (await this.api.list("GET /scenario-sets", {})).items;
  }

  /** Changes the name or the tags. */
  async updateScenarioSet(scenario: Reference, change: api.ScenarioSetChange): Promise<ScenarioSet> {
    return this.write("PATCH /scenario-sets/{id}", { ...pathOf(scenario), body: change });
  }

  /** Replaces the rows; they become the set's next version. Runs of earlier versions do not change. */
  async createScenarioVersion<Row extends SeedData>(
    scenario: Reference,
    rows: { readonly seedData: readonly Row[] },
  ): Promise<ScenarioSetOf<Row>> {
    refuseUnknown("createScenarioVersion", rows, { seedData: true });
    const { seedData } = rows;
    refuseUnknownIn(seedData);
    return this.write("POST /scenario-sets/{id}/versions", { ...pathOf(scenario), body: { seedData } });
  }

  /** Deletes a set with all its versions. */
  async deleteScenarioSet(scenario: Reference): Promise<void> {
    await this.write("DELETE /scenario-sets/{id}", pathOf(scenario));
  }

  /** Returns the rows of a set in its newest version. */
  async getScenarioDataPoints<Input = never, Result = never>(
    scenario: ScenarioSet<Input, Result> | string,
  ): Promise<readonly ScenarioRow<Known<Input>, Known<Result>>[]> {
    const { items } = await this.api.list("GET /scenario-sets/{id}/rows", pathOf(scenario));
    return items as readonly ScenarioRow<Known<Input>, Known<Result>>[];
  }

  async downloadScenarioSet(scenario: Reference, format: "jsonl" | "csv" = "jsonl"): Promise<string> {
    return this.api.text("GET /scenario-sets/{id}/download", { ...pathOf(scenario), query: { format } });
  }
}

/** A set or a run as it was returned, its id, or the name of a set. */
export type Reference = { readonly id: string } | string;

export interface NewScenarioSet<Row extends SeedData = SeedData> {
  readonly name: string;
  readonly seedData: readonly Row[];
  /** Must be the project of the token. */
  readonly projectId?: string;
  readonly tags?: readonly string[];
  /** Whether other rows under a known name become its next version. */
  readonly update?: boolean;
}

type ScenarioSetOf<Row extends SeedData> = ScenarioSet<
  Row["input"],
  Row extends { readonly result: infer Result } ? Result : never
>;

export interface UploadedScenarioSet extends Uploaded {
  readonly name: string;
  readonly format?: "jsonl" | "csv";
  readonly tags?: readonly string[];
  readonly update?: boolean;
}

export interface GenerateScenarioSet extends Omit<api.GenerateRequest, "scenarioId" | "checks"> {
  /** The set whose rows are the seeds. */
  readonly scenario: Reference;
  /** Applied to each row before it is added: rows that fail are returned as `failedData`. */
  readonly checks?: readonly (string | Check)[];
}

export interface GeneratedScenarioSet extends ScenarioSet, Pick<api.GeneratedSet, "failedData"> {}

export interface CollectScenarioSet extends Omit<api.FromDatapoints, "scenarioId" | "issueId"> {
  /** A set whose next version gets the rows; `name` makes a new one. */
  readonly scenario?: Reference;
  /** Id or number of an issue: its occurrences, newest first. */
  readonly issue?: string | number;
}

export interface FailureScenario extends Omit<api.FromTestRun, "runId" | "scenarioId"> {
  readonly run: Reference;
}

const newSetNames: OptionNames<NewScenarioSet> = {
  name: true,
  seedData: true,
  projectId: true,
  tags: true,
  update: true,
};
const uploadNames: OptionNames<UploadedScenarioSet> = {
  name: true,
  filePath: true,
  content: true,
  format: true,
  tags: true,
  update: true,
};
const seedNames: OptionNames<SeedData> = { input: true, result: true };

function refuseUnknownIn(rows: readonly SeedData[]): void {
  for (const [index, row] of rows.entries()) refuseUnknown(`row ${index + 1} of seedData`, row, seedNames);
}

export const idOf = (reference: Reference): string => (typeof reference === "string" ? reference : reference.id);
export const pathOf = (reference: Reference) => ({ path: { id: idOf(reference) } });
