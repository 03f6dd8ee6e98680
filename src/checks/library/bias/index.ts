export { listedWordingChecks } from "./listed-wording.ts";
export { pronounAssumption } from "./pronoun-assumption.ts";
