import { type Command, InvalidArgumentError } from "commander";
import { namesOfFlows } from "../config.ts";
import { findFlows } from "../flows/find.ts";
import { print } from "../print.ts";

const scripts = {
  bash: `# gaffe: completion for bash. In ~/.bashrc:  source <(gaffe completion bash)
_gaffe() {
  local IFS=$'\\n'
  COMPREPLY=($(gaffe __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _gaffe gaffe`,
  zsh: `#compdef gaffe
# gaffe: completion for zsh. In ~/.zshrc:  source <(gaffe completion zsh)
_gaffe() {
  local -a found
  found=("\${(@f)$(gaffe __complete -- "\${(@)words[2,$CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
if [[ "\${funcstack[1]}" == "_gaffe" ]]; then _gaffe "$@"; else compdef _gaffe gaffe; fi`,
  fish: `# gaffe: completion for fish. In ~/.config/fish/config.fish:  gaffe completion fish | source
complete -c gaffe -f -a '(gaffe __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c gaffe -n '__fish_seen_subcommand_from run export' -s o -l output -r -F`,
} as const;
type Shell = keyof typeof scripts;
const shells = Object.keys(scripts);

export function addCompletionCommands(program: Command): void {
  program
    .command("completion")
    .description("write what a shell completes commands with")
    .argument("<shell>", shells.join(", "), (shell) => {
      if (!shells.includes(shell)) throw new InvalidArgumentError(`it must be ${shells.join(", ")}.`);
      return shell;
    })
    .action((shell: Shell) => print(scripts[shell]));
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action((words: string[]) => {
      const found = candidates(program, words);
      if (found.length > 0) print(found.join("\n"));
    });
}

/** Returns the words that may complete the last one. */
function candidates(program: Command, words: readonly string[]): readonly string[] {
  const partial = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  let command = program;
  for (const word of before) {
    const sub = command.commands.find((each) => each.name() === word);
    if (sub) command = sub;
  }
  const known = valuesAfter(command, before.at(-1) ?? "") ?? argumentsOf(command, before, partial);
  return known.filter((each) => each.startsWith(partial)).sort();
}

function argumentsOf(command: Command, before: readonly string[], partial: string): readonly string[] {
  if (partial.startsWith("-"))
    return [...command.options.flatMap(({ long }) => long ?? []), "--help"].filter((each) => !before.includes(each));
  const subs = command.commands.map((each) => each.name()).filter((name) => name !== "__complete");
  return command.name() === "completion" ? shells : subs;
}

/** Returns the known values of an option that takes one; undefined after any other word. */
function valuesAfter(command: Command, word: string): readonly string[] | undefined {
  const option = command.options.find(({ long, short }) => word !== "" && (word === long || word === short));
  if (!option || !(option.required || option.optional)) return undefined;
  if (command.name() === "run" && option.long === "--flow")
    return namesOfFlows(process.env, (config) => findFlows(config));
  const listed = option.argChoices ?? option.description.split(", ");
  return listed.every((each) => /^[\w-]+$/.test(each)) && listed.length > 1 ? listed : [];
}
