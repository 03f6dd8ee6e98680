import type { CodeCheck } from "../../check.ts";
import { listedWordingChecks, pronounAssumption } from "./wording.ts";

export const biasChecks: readonly CodeCheck[] = [...listedWordingChecks, pronounAssumption];
