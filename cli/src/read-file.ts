import { readFileSync } from "node:fs";
import { usage } from "./exit.ts";

/** Reads a file that the user named; `-` is standard input. `messageStart` begins the error message. */
export function readGiven(file: string, messageStart = file): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (thrown) {
    throw usage(`${messageStart} cannot be read: ${whyNot(thrown as NodeJS.ErrnoException)}`);
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOENT":
      return "the file does not exist";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
      return "this user may not";
    default:
      return message;
  }
}
