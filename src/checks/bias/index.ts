import type { CodeCheck } from "../../domain/check.ts";
import { listedWordingChecks, pronounAssumption } from "./wording.ts";

export const biasChecks: readonly CodeCheck[] = [...listedWordingChecks, pronounAssumption];
