import type { CodeCheck } from "../../domain/check.ts";
import { finalAnswerPresent, loopGuard } from "./loop-guard.ts";

export const agentsChecks: readonly CodeCheck[] = [loopGuard, finalAnswerPresent];
