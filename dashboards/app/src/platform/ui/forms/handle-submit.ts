import type { FormEvent } from "react";

/** Returns a submit handler that runs `submit` instead of loading a page. */
export const handleSubmit = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault();
  submit();
};
