export const yamlFlow = `# A run of a model that the service itself calls, on the rows beside this file.
# All settings: docs/offline.md of your Gaffe (/docs/offline.md).
scenario-file: example.jsonl
model: Example prompt
definition:
  type: generation
  model: openai/gpt-4o-mini
  temperature: 0
  systemPromptTemplate: "Answer with one word: billing, delivery or other."
  userPromptTemplate: "{scenario_input}"
api-keys: { openai: "\${OPENAI_API_KEY}" } # for this run alone; the service keeps none
type: MULTI_CLASS_CLASSIFICATION
at-least: { accuracy: 0.75 }
checks: [empty_output]
`;

export const yamlRows = `{"input": "What did you charge me in May?", "result": "billing"}
{"input": "My parcel has not come", "result": "delivery"}
{"input": "Please send me the invoice again", "result": "billing"}
{"input": "Who painted the ceiling of the Sistine Chapel?", "result": "other"}
`;
