import { Snippet } from "../../platform/ui/copy-button.tsx";
import { Field, FieldCard } from "../../platform/ui/forms/field.tsx";

interface Props {
  readonly name: string;
  readonly batchSize: string;
  readonly onChange: (batchSize: string) => void;
}

/** Custom code is registered and called where it runs; this shows an example. */
export function CustomFields({ name, batchSize, onChange }: Props) {
  return (
    <FieldCard name="Your own code" isTitled>
      <p>An SDK hands it each row and brings back what it answers: nothing of it is sent here.</p>
      <Snippet name="How it is registered" text={snippet(name)} />
      <div className="line">
        <Field
          label="Rows per call"
          type="number"
          min={1}
          max={1000}
          placeholder="1"
          value={batchSize}
          onChange={onChange}
        />
      </div>
    </FieldCard>
  );
}

const snippet = (name: string) => `import { Gaffe } from "@gaffe/sdk";

const gaffe = new Gaffe(); // GAFFE_TOKEN, GAFFE_ENDPOINT
const invoke = async (input) => ({ model_prediction: await answer(input) });
const model = await gaffe.register_model({ name: ${JSON.stringify(name.trim() || "My agent")}, models: { type: "custom", invoke } });`;
