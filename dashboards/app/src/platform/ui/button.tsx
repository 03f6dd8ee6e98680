import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface Named {
  readonly text: ReactNode;
  /** What it concerns, for screen readers, where several have the same text. */
  readonly of?: ReactNode | undefined;
  readonly icon?: IconName | undefined;
}

const Content = ({ text, of, icon }: Named) => (
  <>
    {icon !== undefined && <Icon name={icon} />}
    {text}
    {of !== undefined && <span className="hidden"> {of}</span>}
  </>
);

type ButtonProps = Omit<ComponentProps<"button">, "type" | "children">;

/** A button; `submits` sends the form that it is in, or that its `form` names. */
export const Button = ({ text, of, icon, submits = false, ...rest }: Named & ButtonProps & { submits?: boolean }) => (
  <button type={submits ? "submit" : "button"} {...rest}>
    <Content text={text} of={of} icon={icon} />
  </button>
);

/** A button with an icon only; the label is for screen readers. */
export const IconButton = ({ icon, label, ...rest }: ButtonProps & { icon: IconName; label: string }) => (
  <button type="button" className="quiet icon" aria-label={label} {...rest}>
    <Icon name={icon} />
  </button>
);

const Anchor = ({ text, of, icon, ...rest }: Named & Omit<ComponentProps<"a">, "children">) => (
  <a {...rest}>
    <Content text={text} of={of} icon={icon} />
  </a>
);

/** A link to a page of the app, with a text. */
export const TextLink = createLink(Anchor);
