export const pythonFlow = `import os

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
    """Your own code: call your model or agent here."""

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
`;
