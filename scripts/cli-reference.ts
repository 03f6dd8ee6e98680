import { createProgram } from "../cli/src/program.ts";

type Command = ReturnType<typeof createProgram>;
type Option = Command["options"][number];

/** Returns the reference page of the command, written from its commands and their options. */
export function cliReference(): string {
  return `# Reference of the gaffe command

Look up commands, arguments and options here. For what to do with them, see [the command](../cli/README.md) and [test runs](testing.md). \`gaffe COMMAND --help\` prints the same, with examples.

${createProgram()
  .commands.filter(isShown)
  .map((command) => sectionOf(command, "gaffe"))
  .join("\n\n")}
`;
}

const isShown = (command: Command): boolean => !command.name().startsWith("__");

function sectionOf(command: Command, parent: string): string {
  const name = `${parent} ${command.name()}`;
  const inner = command.commands.filter(isShown);
  const level = parent === "gaffe" ? "##" : "###";
  const words = command.registeredArguments.map((each) => {
    const text = `${each.name()}${each.variadic ? "…" : ""}`;
    return each.required ? `<${text}>` : `[${text}]`;
  });
  const lines = [
    ...command.registeredArguments.flatMap((each) =>
      each.description === "" ? [] : [`| \`${each.name()}\` | ${cell(each.description)} |`],
    ),
    ...command.options.map((option) => `| \`${option.flags}\` | ${cell(optionText(option))} |`),
  ];
  return [
    `${level} ${name}`,
    ...(command.description() === "" ? [] : [sentence(command.description())]),
    ...(inner.length > 0
      ? []
      : [`\`${[name, ...words, ...(command.options.length > 0 ? ["[options]"] : [])].join(" ")}\``]),
    ...(lines.length === 0 ? [] : [["| | |", "|---|---|", ...lines].join("\n")]),
    ...inner.map((each) => sectionOf(each, name)),
  ].join("\n\n");
}

function optionText({ description, argChoices, defaultValue }: Option): string {
  const given: unknown = defaultValue;
  const choices = argChoices ? argChoices.join(", ") : "";
  const usual =
    typeof given === "string" && given !== ""
      ? `default: ${given}`
      : typeof given === "number"
        ? `default: ${given}`
        : "";
  return [description, choices, usual].filter((text) => text !== "").join("; ");
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(/\s+/g, " ");
