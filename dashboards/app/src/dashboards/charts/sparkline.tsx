interface Props {
  readonly values: readonly number[];
  readonly label: string;
  readonly tone?: "fail" | "quiet";
}

const width = 96;
const height = 22;

/** A small bar chart without axes, next to a row. */
export function Sparkline({ values, label, tone = "quiet" }: Props) {
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  return (
    <svg
      preserveAspectRatio="none"
      className={`spark ${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const tall = value === 0 ? 1 : Math.max(2, (value / most) * height);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- bars never move
            key={index}
            x={index * step}
            y={height - tall}
            width={Math.max(1, step - 1)}
            height={tall}
            className={value === 0 ? "none" : ""}
          />
        );
      })}
    </svg>
  );
}
