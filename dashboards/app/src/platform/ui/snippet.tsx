import { CopyButton } from "./copy-button.tsx";

/** Text to copy and use elsewhere. */
export function Snippet({ name, text }: { name: string; text: string }) {
  return (
    <div className="snippet">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
      <pre tabIndex={0} aria-label={name}>
        {text}
      </pre>
      <CopyButton compact label={`Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}`} text={text} />
    </div>
  );
}
