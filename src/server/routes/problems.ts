import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { Failure, messageOf } from "../../platform/failure.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Problem } from "../contract/common.ts";
import { type ProblemType, problems } from "./route.ts";

interface ProblemDetails {
  readonly problem: ProblemType;
  readonly detail: string;
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

/** Turns thrown values into problem+json (RFC 9457); defects of Gaffe are logged and their details omitted. */
export function createErrorHandler({ emit }: Pick<Telemetry, "emit">) {
  return (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const details = read(thrown);
    const { status } = problems[details.problem];
    if (status >= 500) {
      emit({
        kind: "api-request-failed",
        level: status === 500 ? "error" : "warn",
        labels: { problem: details.problem },
        message: messageOf(thrown),
        facts: {
          requestId: request.id,
          route: request.routeOptions.url,
          ...(status === 500 ? { stack: thrown.stack } : {}),
        },
      });
    }
    return sendProblem(reply, request.id, details);
  };
}

export function sendProblem(reply: FastifyReply, requestId: string, details: ProblemDetails): FastifyReply {
  const { status, title } = problems[details.problem];
  const body: Problem = {
    type: `/problems/${details.problem}`,
    title,
    status,
    detail: details.detail,
    requestId,
    ...(details.field === undefined ? {} : { field: details.field }),
  };
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="gaffe"');
  if (details.retryAfterSeconds !== undefined) reply.header("retry-after", details.retryAfterSeconds);
  return reply.status(status).type("application/problem+json").send(JSON.stringify(body));
}

function read(thrown: FastifyError | Failure): ProblemDetails {
  if (thrown instanceof Failure) return readFailure(thrown);
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    // A misspelled name explains the missing one.
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
      detail:
        "the body is larger than this route, or GAFFE_MAX_BODY, allows: send smaller requests, or raise the limit",
    };
  if (statusCode === 415) return { problem: "unsupported-media-type", detail: "send Content-Type: application/json" };
  if (statusCode >= 400 && statusCode < 500) return { problem: "invalid-request", detail: thrown.message };
  return { problem: "internal", detail: "it was logged under this request id" };
}

/** An issue of zod; for a union, with the issues of each of its forms. */
interface Mistake {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Mistake[])[];
}

/**
 * If several forms were possible: the mistake in the first form of this kind of value, with misspelled names
 * first.
 */
function meant(mistake: Mistake): Mistake {
  const isOtherKind = ({ code, path }: Mistake) => code === "invalid_type" && path.length === 0;
  const form = mistake.errors?.find((each) => each.length > 0 && !each.some(isOtherKind)) ?? [];
  const found = form.find(({ code }) => code === "unrecognized_keys") ?? form[0];
  if (!found) return mistake;
  const deepest = meant(found);
  return { ...deepest, path: [...mistake.path, ...deepest.path] };
}

function readFailure({ blame, message, facts }: Failure): ProblemDetails {
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
        detail: expensive ? "request a shorter time range, or fewer results" : "try again in a moment",
        retryAfterSeconds: typeof retryAfterSeconds === "number" ? retryAfterSeconds : 1,
      };
    }
    case "defect":
      return { problem: "internal", detail: "it was logged under this request id" };
    default:
      return unreachable(blame);
  }
}

function problemIn({ problem }: Failure["facts"]): ProblemType {
  return typeof problem === "string" && Object.hasOwn(problems, problem) ? (problem as ProblemType) : "invalid-request";
}
