import type { Subject } from "../../../../datapoints/index.ts";
import { evidenceOf, type FoundCode, sqlIn } from "../found-code.ts";
import { type SqlStatement, sqlStatements } from "./sql-tokens.ts";

/** Returns statements with the code that contains them. */
export const statementsOf = (subject: Subject) =>
  sqlIn(subject).flatMap((found) => sqlStatements(found.code).map((statement) => ({ found, statement })));

export function statementEvidence(subject: Subject, found: FoundCode, { start, end }: SqlStatement) {
  return evidenceOf(subject, found, start, end - start);
}
