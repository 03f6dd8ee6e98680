export const yamlFlow = `# A run of a model that the service calls, on the rows of the file next to this one.
# All settings: docs/testing.md of your Gaffe (/docs/testing.md).
scenario-file: example.jsonl
model: Example prompt
definition:
  type: generation
  model: openai/gpt-4o-mini
  temperature: 0
  systemPromptTemplate: "Answer with one word: billing, delivery or other."
  userPromptTemplate: "{scenario_input}"
api-keys: { openai: "\${OPENAI_API_KEY}" } # for this run alone; the service does not store it
type: MULTI_CLASS_CLASSIFICATION
at-least: { accuracy: 0.75 }
checks: [empty_output]
`;

export const yamlRows = `{"input": "What did you charge me in May?", "result": "billing"}
{"input": "My parcel has not come", "result": "delivery"}
{"input": "Please send me the invoice again", "result": "billing"}
{"input": "Who painted the ceiling of the Sistine Chapel?", "result": "other"}
`;
