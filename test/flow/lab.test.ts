import { rows } from "../lab/rows.ts";
import { holdInShortRuns } from "../lab/short-run.ts";

holdInShortRuns(Object.keys(rows));
