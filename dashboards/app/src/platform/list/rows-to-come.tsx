interface Props {
  readonly columns: readonly { readonly name: string; readonly isNumber?: true }[];
  readonly rows: number;
  readonly heightPx: number;
}

/**
 * Placeholders for loading rows, at their final position and height: one element per column with the rows as
 * its background, so that a placeholder is not more expensive than the list.
 */
export function RowsToCome({ columns, rows, heightPx }: Props) {
  return (
    <tr className="to-come pulse" style={{ "--row-height": `${heightPx}px`, height: rows * heightPx } as Measured}>
      {columns.map(({ name, isNumber }) => (
        <td key={name} className={isNumber ? "right" : ""} />
      ))}
    </tr>
  );
}

/** The same in a grid, down to its lower edge. */
export function GridRowsToCome({
  columns,
  className = "",
  style,
  heightPx,
}: Omit<Props, "rows"> & { readonly className?: string; readonly style?: React.CSSProperties }) {
  return (
    <div
      className={`gr to-come pulse ${className}`}
      style={{ ...style, "--row-height": `${heightPx}px` } as Measured}
      aria-hidden="true"
    >
      <span />
      {columns.map(({ name, isNumber }) => (
        <span key={name} className={isNumber ? "right" : ""} />
      ))}
    </div>
  );
}

type Measured = React.CSSProperties & { readonly "--row-height": string };
