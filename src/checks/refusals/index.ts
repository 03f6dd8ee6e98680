import type { CodeCheck } from "../../domain/check.ts";
import { modelRefusal } from "./model-refusal.ts";

export const refusalsChecks: readonly CodeCheck[] = [modelRefusal];
