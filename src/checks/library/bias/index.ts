import type { CodeCheck } from "../../check.ts";
import { listedWordingChecks } from "./listed-wording.ts";
import { pronounAssumption } from "./pronoun-assumption.ts";

export const biasChecks: readonly CodeCheck[] = [...listedWordingChecks, pronounAssumption];
