import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface Named {
  readonly text: ReactNode;
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

type NativeProps = Omit<ComponentProps<"button">, "type" | "children">;

interface ButtonProps extends Named, NativeProps {
  /** Sends the form that it is in, or that its `form` names. */
  readonly submits?: boolean;
  /** The change that it starts, or that its form sends: meanwhile it is disabled. */
  readonly by?: { readonly isPending: boolean; readonly mutate: (given: never) => void };
}

export const Button = ({ text, of, icon, submits = false, by, ...rest }: ButtonProps) => (
  <button
    type={submits ? "submit" : "button"}
    {...(by && !submits ? { onClick: () => by.mutate(undefined as never) } : {})}
    {...rest}
    disabled={(rest.disabled ?? false) || (by?.isPending ?? false)}
  >
    <Content text={text} of={of} icon={icon} />
  </button>
);

/** A button with an icon only; the label is for screen readers. */
export const IconButton = ({ icon, label, ...rest }: NativeProps & { icon: IconName; label: string }) => (
  <button type="button" className="quiet icon" aria-label={label} {...rest}>
    <Icon name={icon} />
  </button>
);

const Anchor = ({ text, of, icon, ...rest }: Named & Omit<ComponentProps<"a">, "children">) => (
  <a {...rest}>
    <Content text={text} of={of} icon={icon} />
  </a>
);

export const TextLink = createLink(Anchor);
