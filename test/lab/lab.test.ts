import { rows } from "./rows.ts";
import { holdInShortRuns } from "./short-run.ts";

holdInShortRuns(Object.keys(rows));
