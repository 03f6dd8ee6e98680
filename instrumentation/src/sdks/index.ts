import { openAi } from "./openai.ts";
import type { Patch } from "./patch.ts";

/** What is traced. */
export const patches: readonly Patch[] = [openAi];
