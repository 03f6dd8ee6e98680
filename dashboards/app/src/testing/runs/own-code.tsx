import { useState } from "react";
import { Button } from "../../platform/ui/button.tsx";
import { Snippet } from "../../platform/ui/copy-button.tsx";
import type { NewTestRun } from "./run-draft.ts";
import { runSnippets } from "./run-snippet.ts";

const languages = { typescript: "TypeScript", python: "Python" } as const;
type Language = keyof typeof languages;
const names = Object.keys(languages) as readonly Language[];

/** A run of custom code is started where the code is. */
export function OwnCode({ run, model, scenario }: { run: NewTestRun; model: string; scenario: string }) {
  const [language, setLanguage] = useState<Language>("typescript");
  const texts = runSnippets(run, model, scenario);
  return (
    <section className="card stack" aria-label="Started from your code">
      <h2>This model is your own code</h2>
      <p>
        Your code runs on your side, so start the run there with the settings above. As a flow in{" "}
        <code>.gaffe/flows</code> it is <code>gaffe run</code>; its page appears under Test runs as soon as it begins.
      </p>
      <div className="line" role="group" aria-label="Language">
        {names.map((each) => (
          <Button
            text={languages[each]}
            key={each}
            aria-pressed={language === each}
            onClick={() => setLanguage(each)}
          />
        ))}
      </div>
      <Snippet name={`The run in ${languages[language]}`} text={texts[language]} />
    </section>
  );
}
