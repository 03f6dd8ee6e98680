import type { CheckDescription } from "../../checks/index.ts";
import {
  type CallError,
  type Datapoint,
  type ErrorType,
  errorTypes,
  type FailedStep,
  type Verdict,
} from "../../datapoints/index.ts";
import type { Monitor } from "../../monitors/index.ts";
import { failedPart } from "../failed-part.ts";
import { errorTitle } from "../titles/error-title.ts";
import { causeOf, errorFingerprint } from "./error-fingerprint.ts";
import type { FailedCall } from "./failed-call.ts";

export type Described = Pick<CheckDescription, "name" | "title" | "severity" | "finds"> &
  Partial<Pick<CheckDescription, "judges" | "category">>;

/** The cause of a failed verdict, as far as it decides on the issue. */
export interface Cause {
  /** Equal for verdicts of one datapoint that have the same cause. */
  readonly shared: string;
  /** Orders the verdicts that share a cause: the first names the issue. */
  readonly key: string;
  readonly fingerprint: readonly string[];
  readonly errorType?: ErrorType;
  readonly title: string;
  /** Texts that may show what happened, the best first. */
  readonly examples: readonly (string | undefined)[];
}

/** Creates a function that returns the causes of one datapoint's verdicts; its failure is analyzed at most once. */
export function createCausesOf(datapoint: Datapoint) {
  const known = new Map<CallError, Cause>();

  return (verdict: Verdict, check: Described, monitor: Monitor): Cause => {
    const errorType = errorTypeOf(datapoint, verdict, check);
    if (errorType === undefined) return ofBehavior(verdict, check, monitor);
    const { error, step } = failedPart(datapoint, check.name);
    if (error && (errorType === error.type || check.judges === "operation")) {
      const cause = known.get(error) ?? causeOfFailure(datapoint, error, step);
      known.set(error, cause);
      return cause;
    }
    return causeOfCheck(datapoint, verdict, check, errorType);
  };
}

const ofBehavior = (verdict: Verdict, check: Described, monitor: Monitor): Cause => ({
  shared: `${check.name} ${monitor.id}`,
  key: check.name,
  fingerprint: ["behavior", check.name, monitor.id],
  title: `${check.title} in ${monitor.name}`,
  examples: [undefined, verdict.explanation],
});

/** Returns the error type of the verdict, else of the check's name, else of the call; undefined for behavior. */
function errorTypeOf({ error }: Datapoint, verdict: Verdict, { name, finds }: Described): ErrorType | undefined {
  if (verdict.errorType !== undefined || finds === "behavior") return verdict.errorType;
  return errorTypes.find((type) => type === name) ?? error?.type ?? "invalid_response";
}

function causeOfFailure(datapoint: Datapoint, error: CallError, step: FailedStep | undefined): Cause {
  const { stack, providerType: errorClass } = error;
  const failed: FailedCall = {
    type: error.type,
    ...componentOf(datapoint),
    ...(step === undefined ? {} : { tool: step.name }),
    ...(error.message === undefined ? {} : { message: error.message }),
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(errorClass === undefined ? {} : { errorClass }),
    ...(stack === undefined ? {} : { stack }),
  };
  const cause = causeOf(failed);
  return {
    shared: step === undefined ? "call" : `step ${step.spanId}`,
    key: "",
    fingerprint: ["error", ...errorFingerprint(failed, cause)],
    errorType: error.type,
    title: errorTitle(failed, cause),
    examples: [cause.message === "" ? error.message : cause.message],
  };
}

/** An error that a check finds in a call that succeeded: a malformed tool call, a setting outside of a policy. */
function causeOfCheck(datapoint: Datapoint, verdict: Verdict, check: Described, errorType: ErrorType): Cause {
  const tool = verdict.evidence.find(({ target }) => target === "tool_calls")?.text.match(/^[\w.-]{1,100}/)?.[0];
  const failed: FailedCall = {
    type: errorType,
    ...componentOf(datapoint),
    ...(tool === undefined ? {} : { tool }),
    message: verdict.explanation ?? "",
  };
  const cause = causeOf(failed);
  const [type, ...rest] = errorFingerprint(failed, { ...cause, kind: "none" });
  const isSetting = errorType === "setting_out_of_bounds";
  return {
    shared:
      tool === undefined
        ? `${errorType} ${isSetting ? cause.about : check.name}`
        : `${errorType} ${check.judges ?? "calls"}`,
    key: check.name,
    fingerprint: ["error", type ?? "", ...rest, "check", isSetting ? cause.about : check.name],
    errorType,
    title: isSetting ? errorTitle(failed, cause) : tool === undefined ? check.title : `${check.title}: ${tool}`,
    examples: [verdict.explanation],
  };
}

function componentOf(datapoint: Datapoint): Pick<FailedCall, "provider" | "service" | "host"> {
  const { provider, service } = datapoint;
  const host = textAttribute(datapoint, "server.address") ?? textAttribute(datapoint, "gen_ai.server.address");
  return {
    ...(provider === undefined ? {} : { provider }),
    ...(service === undefined ? {} : { service }),
    ...(host === undefined ? {} : { host }),
  };
}

function textAttribute({ attributes }: Datapoint, name: string): string | undefined {
  const value = attributes.get(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
