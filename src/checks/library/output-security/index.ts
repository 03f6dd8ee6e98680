import type { CodeCheck } from "../../check.ts";
import { codeBanned } from "./code/code-banned.ts";
import { codeBlockPresent } from "./code/code-block-present.ts";
import { codeParses } from "./code/code-parses.ts";
import { containsAllImports } from "./code/contains-all-imports.ts";
import { dangerousShellCommand } from "./code/dangerous-shell-command.ts";
import { dependencyPinning } from "./code/dependency-pinning.ts";
import { hardcodedCredentialsInCode } from "./code/hardcoded-credentials-in-code.ts";
import { insecureCodePattern } from "./code/insecure-code-pattern.ts";
import { shellSyntaxValid } from "./code/shell-syntax-valid.ts";
import { csvFormulaInjection } from "./csv-formula-injection.ts";
import { dangerousUrl } from "./dangerous-url.ts";
import { internalUrlExposed } from "./internal-url-exposed.ts";
import { malwareSignature } from "./malware-signature.ts";
import { markdownImageExfiltration } from "./markdown-image-exfiltration.ts";
import { pathTraversalInOutput } from "./path-traversal-in-output.ts";
import { reverseShellPayload } from "./reverse-shell-payload.ts";
import { destructiveSql } from "./sql/destructive-sql.ts";
import { sqlAllowedObjects } from "./sql/sql-allowed-objects.ts";
import { sqlHasLimit } from "./sql/sql-has-limit.ts";
import { sqlParses } from "./sql/sql-parses.ts";
import { sqlReadOnly } from "./sql/sql-read-only.ts";
import { templateInjectionInOutput } from "./template-injection-in-output.ts";
import { terminalEscapeInjection } from "./terminal-escape-injection.ts";
import { xssInOutput } from "./xss-in-output.ts";

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
