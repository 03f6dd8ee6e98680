import { pythonFlow } from "../../cli/src/templates/python-flow.ts";
import { yamlFlow, yamlRows } from "../../cli/src/templates/yaml-flow.ts";

const config = (language: "python" | "yaml") => `# Settings of gaffe run. \${NAME} inserts an environment variable.
name: Checks before a release
api-key: \${GAFFE_TOKEN}
# base-url: http://127.0.0.1:4233
${language === "yaml" ? "" : `language: ${language}\n`}run:
  flows:
    # Files of .gaffe/flows that are flows.
    file-pattern: '.*\\.${language === "yaml" ? "ya?ml" : "py"}$'
`;

const literal = (text: string) => `"""\\\n${text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"')}"""`;

/** Returns the files that `gaffe init` of the Python package writes: those of the command in Node. */
export const pythonTemplates = (): string => `"""The files that \`gaffe init\` writes.

Written by \`npm run sdk:types\` from the templates of the command in Node: do not edit.
"""

CONFIG = {
    "python": ${literal(config("python"))},
    "yaml": ${literal(config("yaml"))},
}

PYTHON_FLOW = ${literal(pythonFlow)}

YAML_FLOW = ${literal(yamlFlow)}

YAML_ROWS = ${literal(yamlRows)}
`;
