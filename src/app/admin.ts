import { Failure, messageOf } from "../platform/failure.ts";
import { nearest } from "../platform/nearest.ts";
import { checkJournal, salvageJournalIn } from "../storage/journal/admin.ts";
import { readSettings } from "./settings/settings.ts";

const help = `gaffe-admin: work on the data of a Gaffe installation

  npm run admin -- journal check [folder]
                       report what the journal holds; exit code 1 when it is damaged
  npm run admin -- journal salvage <folder>
                       replace a damaged journal by everything that can be read in it; Gaffe must not be running

Without a folder, the journal of the installation that the environment variables configure is checked.`;

const actions = ["check", "salvage"] as const;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown instanceof Failure ? `gaffe-admin: ${thrown.message}` : thrown);
  if (thrown instanceof Failure && thrown.cause !== undefined) console.error(`  because ${messageOf(thrown.cause)}`);
  process.exitCode = 2;
}

async function main([topic, action, folder, ...rest]: readonly string[]): Promise<number> {
  if (topic === undefined || topic === "help" || topic === "--help") return print(help);
  if (topic !== "journal") throw unknown("command", topic, ["journal"]);
  if (rest.length > 0) throw new Failure("caller", `Unexpected argument "${rest[0]}".\n\n${help}`);
  switch (action) {
    case "check": {
      const { text, isDamaged } = await checkJournal(folder ?? readSettings(process.env).journalFolder);
      print(text);
      return isDamaged ? 1 : 0;
    }
    case "salvage":
      if (folder === undefined) throw new Failure("caller", `"journal salvage" needs the journal's folder.\n\n${help}`);
      return print(await salvageJournalIn(folder));
    default:
      throw action === undefined
        ? new Failure("caller", `"journal" needs an action.\n\n${help}`)
        : unknown("action", action, actions);
  }
}

function print(text: string): number {
  console.log(text);
  return 0;
}

function unknown(kind: string, given: string, known: readonly string[]): Failure {
  const meant = nearest(given, known);
  const advice = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return new Failure("caller", `Unknown ${kind} "${given}".${advice}\n\n${help}`);
}
