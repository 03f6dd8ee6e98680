import { readFileSync } from "node:fs";
import { usage } from "./exit.ts";

/** The text of a file that the user named; `-` is standard input. `told` begins the message where it cannot be read. */
export function readGiven(file: string, told = file): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (thrown) {
    throw usage(`${told} cannot be read: ${whyNot(thrown as NodeJS.ErrnoException)}`);
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
      return "this user may not";
    default:
      return message;
  }
}
