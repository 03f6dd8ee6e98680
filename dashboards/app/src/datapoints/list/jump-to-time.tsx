import { type FormEvent, useState } from "react";
import type { Search } from "../../platform/address/search.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Popover } from "../../platform/ui/overlays/popover.tsx";
import { rangeWith } from "../../platform/ui/time/range.ts";
import { calendarText, calendarTime, dayAndHourText, zoneName } from "../../platform/ui/time/zone.ts";

interface Props {
  readonly at: string | undefined;
  readonly range: string;
  readonly order: string;
  readonly onChange: (search: Search) => void;
}

/** Starts the list at a time, instead of page numbers; the range and its counts stay. */
export const JumpToTime = (props: Props) => (
  <Popover
    name="Jump to a time"
    className="quiet icon"
    align="start"
    up
    shortcut={{ keys: "Shift+T", does: "Jump to a time" }}
    label={<Icon name="clock" />}
  >
    {(close) => <Form {...props} close={close} />}
  </Popover>
);

function Form({ at, range, order, onChange, close }: Props & { readonly close: () => void }) {
  const [text, setText] = useState(() => calendarText(at === undefined ? Date.now() : Date.parse(at)));
  const moment = calendarTime(text);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (Number.isNaN(moment)) return;
    close();
    const nextRange = rangeWith(range, moment, Date.now());
    onChange({
      at: new Date(moment).toISOString(),
      ...(nextRange === range ? {} : { range: nextRange }),
      order: order === "oldest" ? order : "",
      live: "",
    });
  }
  return (
    <form className="stack" onSubmit={submit}>
      <label>
        <span className="small">Begin the list at ({zoneName()})</span>
        <input type="datetime-local" value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <div className="line">
        <Button submits text="Jump" className="primary" disabled={Number.isNaN(moment)} />
        {at !== undefined && (
          <Button
            text="Back to its beginning"
            onClick={() => {
              close();
              onChange({ at: "" });
            }}
          />
        )}
      </div>
    </form>
  );
}

export const StartsAt = ({ at, order, onChange }: Pick<Props, "order" | "onChange"> & { readonly at: string }) => (
  <p className="begun-at line small">
    <span>
      {order === "oldest" ? "Earlier" : "Later"} ones than <b>{dayAndHourText(at)}</b> are left out
    </span>
    <Button text="Back to the beginning" className="link" onClick={() => onChange({ at: "" })} />
  </p>
);
