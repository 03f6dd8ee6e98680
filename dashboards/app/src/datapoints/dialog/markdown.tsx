import type { ComponentProps } from "react";
import ReactMarkdown from "react-markdown";
import gfm from "remark-gfm";
import { hostOf, safeLink } from "./safe-link.ts";

/**
 * Renders untrusted Markdown. Raw HTML stays text and nothing is fetched: an image becomes a link that leaves
 * Gaffe, and a link shows its host.
 */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className="md" dir="auto">
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={safeLink}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

const plugins = [gfm];

const components = {
  a: ({ href, children }: ComponentProps<"a">) => <Leaving href={href}>{children}</Leaving>,
  img: ({ src, alt }: ComponentProps<"img">) => (
    <Leaving href={typeof src === "string" ? src : undefined}>image{alt ? `: ${alt}` : ""}</Leaving>
  ),
  // The headings of a response must not mix with those of the page.
  h1: ({ children }: ComponentProps<"h1">) => <Heading>{children}</Heading>,
  h2: ({ children }: ComponentProps<"h2">) => <Heading>{children}</Heading>,
  h3: ({ children }: ComponentProps<"h3">) => <Heading>{children}</Heading>,
  h4: ({ children }: ComponentProps<"h4">) => <Heading>{children}</Heading>,
  h5: ({ children }: ComponentProps<"h5">) => <Heading>{children}</Heading>,
  h6: ({ children }: ComponentProps<"h6">) => <Heading>{children}</Heading>,
  input: ({ checked }: ComponentProps<"input">) => <span>{checked ? "☑" : "☐"}</span>,
};

const Heading = ({ children }: { children?: React.ReactNode }) => (
  <p>
    <strong>{children}</strong>
  </p>
);

function Leaving({ href, children }: { href: string | undefined; children?: React.ReactNode }) {
  const host = hostOf(href);
  if (href === undefined || host === undefined) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children} <span className="small">({host})</span>
    </a>
  );
}
