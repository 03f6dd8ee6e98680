import type { Json } from "../../../packages/api-client/src/json.ts";
import { type CheckConfig, definitionOf } from "./check-config.ts";
import { GaffeError } from "./errors.ts";
import { RunCalls } from "./run-calls.ts";
import type { CheckDefinition, CheckInfo, GeneratedCheck, NewDatapoint, Severity, Verdict } from "./types.ts";

/** Lists, writes and runs checks, built-in and custom. */
export class CheckCalls extends RunCalls {
  /** Returns built-in and project checks; only the project's if `custom` is true. */
  async get_all_checks({
    custom,
    tag,
  }: {
    readonly custom?: boolean;
    readonly tag?: string;
  } = {}): Promise<readonly CheckInfo[]> {
    const query = { custom: custom === undefined ? undefined : (`${custom}` as const), tag };
    return (await this.api.send("GET /checks", { query })).items;
  }

  async get_check(name: string): Promise<CheckInfo> {
    return this.api.send("GET /checks/{name}", checkPath(name));
  }

  /**
   * Uploads a check: code that runs in the service's sandbox, or a prompt for the judge model. A different
   * definition under an existing name of the project becomes its next version.
   */
  async create_or_update_check(check: NewCheck): Promise<CheckInfo> {
    const { check_config: config, definition = config && definitionOf(config), name, ...metadata } = check;
    if (!definition) throw new GaffeError("a check needs check_config", { field: "check_config" });
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
   * create_or_update_check.
   */
  async generate_check(request: {
    /** What the check should find. */
    readonly description: string;
    readonly type?: "code" | "judge";
    /** A definition to refine. */
    readonly prior?: CheckDefinition;
  }): Promise<GeneratedCheck> {
    const { description: instruction, type: kind = "judge", prior } = request;
    return this.api.send("POST /checks/generate", { body: { kind, instruction, prior } });
  }

  /** Runs a check on a stored datapoint, or on one given here; nothing is stored. */
  async evaluate(request: {
    readonly check: string;
    readonly datapoint_id?: string;
    readonly datapoint?: NewDatapoint;
    readonly options?: Readonly<Record<string, Json>>;
    /** Expected result, for checks that compare. */
    readonly expected?: Json;
  }): Promise<Verdict> {
    const { check, datapoint_id: datapointId, ...rest } = request;
    return this.api.send("POST /checks/{name}/evaluate", { ...checkPath(check), body: { datapointId, ...rest } });
  }

  /** Deletes a check of the project with its versions; its verdicts stay. */
  async delete_check(name: string): Promise<void> {
    await this.write("DELETE /checks/{name}", checkPath(name));
  }
}

export interface NewCheck {
  /** Snake case, such as mentions_refund. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  readonly severity?: Severity;
  readonly tags?: readonly string[];
  readonly check_config?: CheckConfig;
  /** As returned by generate_check and get_check; replaces check_config. */
  readonly definition?: CheckDefinition;
}

const checkPath = (name: string) => ({ path: { name } });
