import type { Json } from "../../../packages/api-client/src/json.ts";
import { type CheckConfig, definitionOf } from "./check-config.ts";
import { GaffeError } from "./errors.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";
import { RunCalls } from "./run-calls.ts";
import type {
  CheckDefinition,
  CheckInfo,
  GeneratedCheck,
  Label,
  LabelRequest,
  NewDatapoint,
  Severity,
  Verdict,
} from "./types.ts";

/** Lists, writes and runs checks, built-in and custom. */
export class CheckCalls extends RunCalls {
  /** Returns built-in and project checks; only the project's if `custom` is true. */
  async getAllChecks({
    custom,
    tag,
  }: {
    readonly custom?: boolean;
    readonly tag?: string;
  } = {}): Promise<readonly CheckInfo[]> {
    const query = { custom: custom === undefined ? undefined : (`${custom}` as const), tag };
    return (await this.api.send("GET /checks", { query })).items;
  }

  async getCheck(name: string): Promise<CheckInfo> {
    return this.api.send("GET /checks/{name}", checkPath(name));
  }

  /**
   * Uploads a check: code that runs in the service's sandbox, a prompt for the judge model, or the result of
   * generateCheck. A different definition under an existing name of the project becomes its next version.
   */
  async createOrUpdateCheck(given: NewCheck | GeneratedCheck): Promise<CheckInfo> {
    const check = "problems" in given ? written(given) : given;
    refuseUnknown("createOrUpdateCheck", check, newCheckNames);
    const { checkConfig: config, definition = config && definitionOf(config), name, ...metadata } = check;
    if (!definition) throw new GaffeError("a check needs checkConfig", { field: "checkConfig" });
    const body = { ...metadata, ...definition };
    return this.write("POST /checks", { body: { name, ...body } }).catch((thrown: unknown) => {
      // The name is taken: update the check. For a built-in check the update fails with an explanation.
      if (thrown instanceof GaffeError && thrown.status === 409 && thrown.field === "name")
        return this.write("PATCH /checks/{name}", { ...checkPath(name), body });
      throw thrown;
    });
  }

  /**
   * Has the judge model write a check from a description; nothing is saved. Pass the result to
   * createOrUpdateCheck.
   */
  async generateCheck(request: WantedCheck): Promise<GeneratedCheck> {
    refuseUnknown("generateCheck", request, { description: true, type: true, prior: true });
    const { description: instruction, type: kind = "judge", prior } = request;
    return this.api.send("POST /checks/generate", { body: { kind, instruction, prior } });
  }

  /** Runs a check on a stored datapoint, or on one given here; nothing is stored. */
  async evaluate(request: Evaluation): Promise<Verdict> {
    refuseUnknown("evaluate", request, evaluationNames);
    const { check, datapointId, ...rest } = request;
    return this.api.send("POST /checks/{name}/evaluate", { ...checkPath(check), body: { datapointId, ...rest } });
  }

  /** Says what the verdict of a check on a datapoint should have been: the feedback of a person, which accuracy counts. */
  async labelVerdict(label: LabelRequest): Promise<Label> {
    return this.write("POST /verdicts/labels", { body: label });
  }

  /** Returns labels of verdicts: all, or those of a check or a datapoint. */
  async getLabels(query: { readonly check?: string; readonly datapointId?: string } = {}): Promise<readonly Label[]> {
    refuseUnknown("getLabels", query, { check: true, datapointId: true });
    return (await this.api.send("GET /verdicts/labels", { query })).items;
  }

  async deleteLabel({ check, datapointId }: Pick<Label, "check" | "datapointId">): Promise<void> {
    await this.write("DELETE /verdicts/labels/{check}/{datapointId}", { path: { check, datapointId } });
  }

  /** Deletes a check of the project with its versions; its verdicts stay. */
  async deleteCheck(name: string): Promise<void> {
    await this.write("DELETE /checks/{name}", checkPath(name));
  }
}

export interface WantedCheck {
  /** What the check should find. */
  readonly description: string;
  readonly type?: "code" | "judge";
  /** A definition to refine. */
  readonly prior?: CheckDefinition;
}

export interface Evaluation {
  readonly check: string;
  readonly datapointId?: string;
  readonly datapoint?: NewDatapoint;
  readonly options?: Readonly<Record<string, Json>>;
  /** Expected result, for checks that compare. */
  readonly expected?: Json;
}

export interface NewCheck {
  /** Snake case, such as mentions_refund. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  readonly severity?: Severity;
  readonly tags?: readonly string[];
  readonly checkConfig?: CheckConfig;
  /** As returned by generateCheck and getCheck; replaces checkConfig. */
  readonly definition?: CheckDefinition;
}

/** The part of a generated check that is saved. */
const written = ({ name, title, description, definition }: GeneratedCheck): NewCheck => ({
  name,
  title,
  description,
  definition,
});

const newCheckNames: OptionNames<NewCheck> = {
  name: true,
  title: true,
  description: true,
  category: true,
  severity: true,
  tags: true,
  checkConfig: true,
  definition: true,
};
const evaluationNames: OptionNames<Evaluation> = {
  check: true,
  datapointId: true,
  datapoint: true,
  options: true,
  expected: true,
};

const checkPath = (name: string) => ({ path: { name } });
