import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { FindBar } from "../ui/find-bar.tsx";
import { type Asked, foundQuery } from "./asked.ts";

interface Props {
  readonly asked: Asked;
  readonly at: number;
  readonly area: RefObject<HTMLElement | null>;
  readonly onGo: (row: number) => void;
  readonly onClose: () => void;
}

const settledAfterMs = 250;

/** Finds among all spans of the trace but those that are folded away; the service looks, since the page holds a few windows alone. */
export function FindInSpans({ asked, at, area, onGo, onClose }: Props) {
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery(foundQuery(asked, settled));
  return (
    <FindBar
      what="the spans"
      text={text}
      found={text === settled ? data : undefined}
      at={at}
      area={area}
      onText={setText}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
