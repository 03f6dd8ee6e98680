import { Button } from "./button.tsx";

interface Props<Name extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [name: Name, title: string])[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** Tabs, of which one is shown; the page defines a shortcut for each. */
export const Tabs = <Name extends string>({ label, tabs, chosen, onChoose }: Props<Name>) => (
  <div className="tabs inner" role="tablist" aria-label={label}>
    {tabs.map(([name, title]) => (
      <Button text={title} key={name} role="tab" aria-selected={chosen === name} onClick={() => onChoose(name)} />
    ))}
  </div>
);
