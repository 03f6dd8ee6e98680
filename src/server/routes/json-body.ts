import type { FastifyInstance } from "fastify";
import { isDeeperThan } from "../../platform/json/json-depth.ts";
import { refusal } from "./route.ts";

/** Like OTLP's limit; what people and programs send has a handful of levels. */
const maxDepth = 64;

/**
 * Reads JSON bodies, and no others: a foreign page can send plain text without a preflight request. Deep nesting is
 * refused before it is parsed, because everything behind the parser is recursive.
 */
export function addJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body.toString();
    if (isDeeperThan(text, maxDepth)) {
      done(refusal("invalid-request", `the JSON is nested more than ${maxDepth} levels deep`));
    } else void parse(request, text, done);
  });
}
