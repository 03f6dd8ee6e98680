import { type FormEvent, useState } from "react";
import { preferences, usePreference } from "../../../app/shell/preferences.ts";
import { Button, IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { Popover } from "../overlays/popover.tsx";
import { absoluteOf, absoluteRange, lengthOf, rangeOf, ranges, rangeTyped, usualRange } from "./range.ts";
import { calendarText, calendarTime, dayAndHourText, hourText, isSameDay, localZone, zoneOf } from "./zone.ts";

interface Props {
  readonly value: string | undefined;
  /** Called with undefined for the default range, which the address omits. */
  readonly onChange: (range: string | undefined) => void;
}

/** Selects a time window: a duration ending now, typed text, or two ends from the calendar. */
export function RangeSelect({ value = usualRange, onChange }: Props) {
  const choose = (range: string) => onChange(range === usualRange ? undefined : range);
  const { from, to = Date.now() } = rangeOf(value, Date.now());
  const length = to - from;
  return (
    <div className="range">
      <IconButton
        icon="left"
        label="Earlier"
        className="icon"
        title="Earlier"
        onClick={() => choose(absoluteRange(from - length, from))}
      />
      <Popover
        name={`Time range: ${labelOf(value)}`}
        shortcut={{ keys: "t", does: "Time range" }}
        label={
          <>
            <Icon name="clock" />
            {labelOf(value)}
          </>
        }
      >
        {(close) => (
          <Panel
            value={value}
            onChoose={(range) => {
              choose(range);
              close();
            }}
          />
        )}
      </Popover>
      <IconButton
        icon="right"
        label="Later"
        className="icon"
        title="Later"
        disabled={absoluteOf(value) === undefined}
        onClick={() => choose(to + length >= Date.now() ? shortest(length) : absoluteRange(to, to + length))}
      />
    </div>
  );
}

function Panel({ value, onChoose }: { value: string; onChoose: (range: string) => void }) {
  const { from, to = Date.now() } = rangeOf(value, Date.now());
  const [typed, setTyped] = useState("");
  const zone = usePreference("zone");
  const [ends, setEnds] = useState([calendarText(from), calendarText(to)] as const);
  const understood = typed === "" ? undefined : rangeTyped(typed, Date.now());
  const [first, last] = ends.map((end) => calendarTime(end));
  const isRange = first !== undefined && last !== undefined && first < last;
  /** Switches the time zone; the selected instants stay the same. */
  function chooseZone(chosen: typeof zone) {
    preferences.set("zone", chosen);
    setEnds(
      [first, last].map((at, index) => (Number.isNaN(at) ? ends[index] : calendarText(at ?? 0))) as [string, string],
    );
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (understood !== undefined) onChoose(understood);
  }
  return (
    <div className="range-panel">
      <ul aria-label="Time ranges">
        {Object.entries(ranges).map(([name, { label }]) => (
          <li key={name}>
            <Button text={label} className="option" aria-pressed={name === value} onClick={() => onChoose(name)} />
          </li>
        ))}
      </ul>
      <div className="stack">
        <form onSubmit={submit} className="field">
          <label htmlFor="range-typed">In words</label>
          <input
            id="range-typed"
            value={typed}
            placeholder="last 3h, yesterday, 2026-06-01"
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
          <small role="status">
            {typed === "" ? "Press Enter" : understood === undefined ? "Not understood" : labelOf(understood)}
          </small>
        </form>
        <fieldset>
          <legend>From the calendar</legend>
          <label>
            From
            <input type="datetime-local" value={ends[0]} onChange={({ target }) => setEnds([target.value, ends[1]])} />
          </label>
          <label>
            To
            <input type="datetime-local" value={ends[1]} onChange={({ target }) => setEnds([ends[0], target.value])} />
          </label>
          <div className="line">
            <span className="modes grow" role="group" aria-label="Time zone">
              {preferences.choices.zone.map((one) => (
                <Button
                  text={one === "UTC" ? "UTC" : localZone()}
                  key={one}
                  aria-pressed={one === zone}
                  onClick={() => chooseZone(one)}
                />
              ))}
            </span>
            <Button
              text="Show"
              className="primary"
              disabled={!isRange}
              onClick={() => isRange && onChoose(absoluteRange(first, last))}
            />
          </div>
        </fieldset>
        <div className="line">
          <Button text="Zoom out" className="link" onClick={() => onChoose(wider(value))} />
          {absoluteOf(value) === undefined && (
            <Button
              text="Pin to these times, for sharing"
              className="link"
              onClick={() => onChoose(absoluteRange(from, to))}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function labelOf(value: string): string {
  const ends = absoluteOf(value);
  if (ends) {
    const end = isSameDay(ends.from, ends.to) ? hourText(ends.to) : dayAndHourText(ends.to);
    return `${dayAndHourText(ends.from)} – ${end} ${zoneOf(ends.to)}`;
  }
  if (Object.hasOwn(ranges, value)) return ranges[value as keyof typeof ranges].label;
  return lengthOf(value) === undefined ? ranges[usualRange].label : `Last ${value}`;
}

/** Returns the next longer predefined range; a range with two ends doubles, and ends at the latest now. */
function wider(value: string): string {
  const now = Date.now();
  const { from, to = now } = rangeOf(value, now);
  const length = to - from;
  if (absoluteOf(value)) return absoluteRange(from - length / 2, Math.min(now, to + length / 2));
  return Object.entries(ranges).find(([, { ms }]) => ms > length + 1)?.[0] ?? "90d";
}

/** Returns the predefined range of at least this length, so that "later" ends at now. */
const shortest = (lengthMs: number) => Object.entries(ranges).find(([, { ms }]) => ms >= lengthMs - 1)?.[0] ?? "30d";
