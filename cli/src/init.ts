import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { usage } from "./exit.ts";
import { meant } from "./nearest.ts";
import { settingsFolder } from "./project-folder.ts";
import { pythonFlow } from "./templates/python-flow.ts";
import { typescriptFlow } from "./templates/typescript-flow.ts";
import { yamlFlow, yamlRows } from "./templates/yaml-flow.ts";

export const languages = ["typescript", "python", "yaml"] as const;
type Language = (typeof languages)[number];

const configFile = join(settingsFolder, "config.yml");
const flowsFolder = join(settingsFolder, "flows");

/**
 * Writes `.gaffe/config.yml` and an example flow, and returns what it wrote and the next step. Overwrites
 * files only with `force`.
 */
export function init(language: string | undefined, force: boolean): string {
  const detected = language === undefined ? detectLanguage() : undefined;
  const chosen = detected?.language ?? languageNamed(language ?? "");
  const files = filesFor(chosen);
  const present = files.find(({ path }) => existsSync(path));
  if (present && !force) throw usage(`${present.path} is there already: --force writes it anew`);
  mkdirSync(flowsFolder, { recursive: true });
  for (const { path, text } of files) writeFileSync(path, text);
  const why = detected === undefined ? "" : ` ${detected.reason}; --language chooses another.`;
  return [`Wrote ${files.map(({ path }) => path).join(", ")}.${why}`, ...nextSteps[chosen]].join("\n");
}

const shortNames: Readonly<Record<string, Language>> = {
  ts: "typescript",
  js: "typescript",
  javascript: "typescript",
  py: "python",
  yml: "yaml",
};

function languageNamed(name: string): Language {
  const known = languages.find((each) => each === name.toLowerCase()) ?? shortNames[name.toLowerCase()];
  if (known !== undefined) return known;
  throw usage(`--language must be ${languages.join(", ")}, not ${name}${meant(name, languages)}`);
}

const pythonFiles = ["pyproject.toml", "requirements.txt", "setup.py", "uv.lock", "Pipfile", ".venv"];

/** Returns the language of the folder's project; YAML where there is none, because it needs no SDK. */
function detectLanguage(): { readonly language: Language; readonly reason: string } {
  if (existsSync("package.json")) return { language: "typescript", reason: "TypeScript, because of package.json" };
  const found = pythonFiles.find((file) => existsSync(file));
  if (found !== undefined) return { language: "python", reason: `Python, because of ${found}` };
  return { language: "yaml", reason: "YAML, because there is no package.json and no Python project here" };
}

const setKey = "  gaffe login                # or export GAFFE_TOKEN=…: Settings > API Token of your Gaffe";
const nextSteps: Readonly<Record<Language, readonly string[]>> = {
  typescript: ["Next:", setKey, "  npm install --save-dev @gaffe/sdk", "  gaffe run -f example"],
  python: ["Next:", setKey, "  pip install gaffe-sdk", "  gaffe run -f example"],
  yaml: [
    "Next:",
    setKey,
    "  export OPENAI_API_KEY=…    # or another model in .gaffe/flows/example.yml, or a key under Settings > Providers",
    "  gaffe run -f example",
  ],
};

function filesFor(language: Language): readonly { readonly path: string; readonly text: string }[] {
  const config = { path: configFile, text: configText(language) };
  switch (language) {
    case "typescript":
      return [
        config,
        // Flows are ES modules, whatever the type of the surrounding package.
        { path: join(dirname(configFile), "package.json"), text: '{ "private": true, "type": "module" }\n' },
        { path: join(flowsFolder, "example.ts"), text: typescriptFlow },
      ];
    case "python":
      return [config, { path: join(flowsFolder, "example.py"), text: pythonFlow }];
    case "yaml":
      return [
        config,
        { path: join(flowsFolder, "example.yml"), text: yamlFlow },
        { path: join(flowsFolder, "example.jsonl"), text: yamlRows },
      ];
    default:
      return language satisfies never;
  }
}

function configText(language: Language): string {
  const head = `# Settings of gaffe run. \${NAME} inserts an environment variable.
name: Checks before a release
api-key: \${GAFFE_TOKEN}
# base-url: http://127.0.0.1:4233
`;
  const ending = { typescript: "ts", python: "py", yaml: "ya?ml" }[language];
  return `${head}${language === "yaml" ? "" : `language: ${language}\n`}run:
  flows:
    # Files of .gaffe/flows that are flows.
    file-pattern: '.*\\.${ending}$'
`;
}
