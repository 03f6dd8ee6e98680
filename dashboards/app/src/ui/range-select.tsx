import { ranges, usualRange } from "./range.ts";

export function RangeSelect({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (range: string | undefined) => void;
}) {
  const isNamed = value === undefined || Object.hasOwn(ranges, value);
  return (
    <select
      aria-label="Time range"
      style={{ width: "auto" }}
      value={value ?? usualRange}
      onChange={({ target }) => onChange(target.value === usualRange ? undefined : target.value)}
    >
      {Object.entries(ranges).map(([name, { label }]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
      {!isNamed && <option value={value}>{value.replace(",", " – ")}</option>}
    </select>
  );
}
