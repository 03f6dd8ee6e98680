"""The files that `gaffe init` writes.

Written by `npm run sdk:types` from the templates of the command in Node: do not edit.
"""

CONFIG = {
    "python": """\
# Settings of gaffe run. ${NAME} inserts an environment variable.
name: Checks before a release
api-key: ${GAFFE_TOKEN}
# base-url: http://127.0.0.1:4233
language: python
run:
  flows:
    # Files of .gaffe/flows that are flows.
    file-pattern: '.*\\.py$'
""",
    "yaml": """\
# Settings of gaffe run. ${NAME} inserts an environment variable.
name: Checks before a release
api-key: ${GAFFE_TOKEN}
# base-url: http://127.0.0.1:4233
run:
  flows:
    # Files of .gaffe/flows that are flows.
    file-pattern: '.*\\.ya?ml$'
""",
}

PYTHON_FLOW = """\
import os

from gaffe_sdk import CustomModel, Gaffe, ModelInvocation, SeedData, TestRunType

gaffe = Gaffe(api_key=os.environ["GAFFE_TOKEN"])

scenario = gaffe.create_scenario_set(
    name="Example",
    update=True,  # other rows become the next version of the set
    seed_data=[
        SeedData(
            input_="Delete my account",
            result={"name": "delete_account", "parameter_definitions": {"user": {"value": "me", "type": "string", "required": True}}},
        ),
        SeedData(
            input_="What does it cost?",
            result={"name": "show_prices", "parameter_definitions": {"currency": {"value": "EUR", "type": "string", "required": False}}},
        ),
    ],
)


class ExampleAgent(CustomModel):
    \"\"\"Your own code: call your model or agent here.\"\"\"

    def invoke(self, input_value: str) -> ModelInvocation:
        if input_value.startswith("Delete"):
            call = {"name": "delete_account", "parameters": {"user": "me"}}
        else:
            call = {"name": "show_prices", "parameters": {}}
        return ModelInvocation(model_prediction={"tool_calls": [call]}, model_input=input_value)


model = gaffe.register_model(name="Example agent", model=ExampleAgent(), update=True)

run = model.run_test(
    name="Example run",
    scenario=scenario,
    test_run_type=TestRunType.NL_GENERATION,
    calculate_metrics=True,
    checks=["is_function_correct", "are_required_params_present", "are_all_params_expected", "do_param_values_match"],
)

print(f"See {run.app_link}")
"""

YAML_FLOW = """\
# A run of a model that the service calls, on the rows of the file next to this one.
# All settings: docs/testing.md of your Gaffe (/docs/testing.md).
scenario-file: example.jsonl
model: Example prompt
definition:
  type: generation
  model: openai/gpt-4o-mini
  temperature: 0
  systemPromptTemplate: "Answer with one word: billing, delivery or other."
  userPromptTemplate: "{scenario_input}"
api-keys: { openai: "${OPENAI_API_KEY}" } # for this run alone; the service does not store it
type: MULTI_CLASS_CLASSIFICATION
at-least: { accuracy: 0.75 }
checks: [empty_output]
"""

YAML_ROWS = """\
{"input": "What did you charge me in May?", "result": "billing"}
{"input": "My parcel has not come", "result": "delivery"}
{"input": "Please send me the invoice again", "result": "billing"}
{"input": "Who painted the ceiling of the Sistine Chapel?", "result": "other"}
"""
