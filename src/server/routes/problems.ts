import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { Failure, messageOf } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Problem } from "../contract/common.ts";
import { type ProblemType, problems } from "./route.ts";

interface Told {
  readonly problem: ProblemType;
  readonly detail: string;
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

/** Whatever was thrown becomes problem+json (RFC 9457); what is our own fault is logged and not told. */
export function createErrorHandler({ emit }: Pick<Telemetry, "emit">) {
  return (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const told = read(thrown);
    const { status } = problems[told.problem];
    if (status >= 500) {
      emit({
        kind: "api-request-failed",
        level: status === 500 ? "error" : "warn",
        labels: { problem: told.problem },
        message: messageOf(thrown),
        facts: {
          requestId: request.id,
          route: request.routeOptions.url,
          ...(status === 500 ? { stack: thrown.stack } : {}),
        },
      });
    }
    return sendProblem(reply, request.id, told);
  };
}

export function sendProblem(reply: FastifyReply, requestId: string, told: Told): FastifyReply {
  const { status, title } = problems[told.problem];
  const body: Problem = {
    type: `/problems/${told.problem}`,
    title,
    status,
    detail: told.detail,
    requestId,
    ...(told.field === undefined ? {} : { field: told.field }),
  };
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="gaffe"');
  if (told.retryAfterSeconds !== undefined) reply.header("retry-after", told.retryAfterSeconds);
  return reply.status(status).type("application/problem+json").send(JSON.stringify(body));
}

function read(thrown: FastifyError | Failure): Told {
  if (thrown instanceof Failure) return readFailure(thrown);
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    // A misspelt name explains the one that is missing.
    const misspelt = thrown.validation.find(({ keyword }) => keyword === "unrecognized_keys");
    const first = misspelt ?? thrown.validation[0];
    const { errors } = (first?.params ?? {}) as Partial<Mistake>;
    const found = meant({ path: [], message: first?.message ?? thrown.message, ...(errors ? { errors } : {}) });
    const path = [...(first?.instancePath ?? "").split("/"), ...found.path].filter((step) => step !== "").join(".");
    const field = path === "" ? (thrown.validationContext ?? "") : path;
    return { problem: "invalid-request", detail: found.message, field };
  }
  const { statusCode = 500 } = thrown;
  if (statusCode === 413)
    return {
      problem: "too-large",
      detail: "the body is larger than GAFFE_MAX_BODY allows: send less at once, or raise it",
    };
  if (statusCode === 415) return { problem: "unsupported-media-type", detail: "send Content-Type: application/json" };
  if (statusCode >= 400 && statusCode < 500) return { problem: "invalid-request", detail: thrown.message };
  return { problem: "internal", detail: "it was logged under this request id" };
}

/** An issue of zod's; of a union with those of each of its forms. */
interface Mistake {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Mistake[])[];
}

/** Where several forms were possible: the mistake in the first that is of this kind of value, a misspelt name before all. */
function meant(mistake: Mistake): Mistake {
  const isOtherKind = ({ code, path }: Mistake) => code === "invalid_type" && path.length === 0;
  const form = mistake.errors?.find((each) => each.length > 0 && !each.some(isOtherKind)) ?? [];
  const found = form.find(({ code }) => code === "unrecognized_keys") ?? form[0];
  if (!found) return mistake;
  const deepest = meant(found);
  return { ...deepest, path: [...mistake.path, ...deepest.path] };
}

function readFailure({ blame, message, facts }: Failure): Told {
  const field = typeof facts["field"] === "string" ? { field: facts["field"] } : {};
  switch (blame) {
    case "caller": {
      const { retryAfterSeconds } = facts;
      const wait = typeof retryAfterSeconds === "number" ? { retryAfterSeconds } : {};
      return { problem: problemIn(facts), detail: message, ...field, ...wait };
    }
    case "dependency": {
      const { reason, retryAfterSeconds } = facts;
      const expensive = reason === "timeout" || reason === "too_much";
      return {
        problem: expensive ? "too-expensive" : "unavailable",
        detail: expensive ? "ask for a shorter range of time, or for less" : "try again in a moment",
        retryAfterSeconds: typeof retryAfterSeconds === "number" ? retryAfterSeconds : 1,
      };
    }
    case "defect":
      return { problem: "internal", detail: "it was logged under this request id" };
    default:
      return blame satisfies never;
  }
}

function problemIn({ problem }: Failure["facts"]): ProblemType {
  return typeof problem === "string" && Object.hasOwn(problems, problem) ? (problem as ProblemType) : "invalid-request";
}
