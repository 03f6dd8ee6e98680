import type { CodeCheck } from "../../check.ts";
import {
  codeBanned,
  csvFormulaInjection,
  dependencyPinning,
  malwareSignature,
  shellSyntaxValid,
} from "./active-content.ts";
import { codeBlockPresent, codeParses, containsAllImports, insecureCodePattern } from "./code.ts";
import { markdownImageExfiltration, xssInOutput } from "./markup.ts";
import {
  hardcodedCredentialsInCode,
  internalUrlExposed,
  pathTraversalInOutput,
  reverseShellPayload,
  templateInjectionInOutput,
  terminalEscapeInjection,
} from "./payloads.ts";
import { dangerousShellCommand } from "./shell.ts";
import { destructiveSql, sqlParses, sqlReadOnly } from "./sql.ts";
import { sqlAllowedObjects, sqlHasLimit } from "./sql-objects.ts";
import { dangerousUrl } from "./urls.ts";

export const outputSecurityChecks: readonly CodeCheck[] = [
  xssInOutput,
  markdownImageExfiltration,
  dangerousUrl,
  destructiveSql,
  sqlParses,
  sqlReadOnly,
  dangerousShellCommand,
  insecureCodePattern,
  codeParses,
  containsAllImports,
  codeBlockPresent,
  reverseShellPayload,
  terminalEscapeInjection,
  pathTraversalInOutput,
  templateInjectionInOutput,
  internalUrlExposed,
  hardcodedCredentialsInCode,
  csvFormulaInjection,
  malwareSignature,
  codeBanned,
  shellSyntaxValid,
  dependencyPinning,
  sqlAllowedObjects,
  sqlHasLimit,
];
