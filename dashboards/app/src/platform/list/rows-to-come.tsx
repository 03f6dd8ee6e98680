interface Props {
  readonly columns: readonly { readonly name: string; readonly isNumber?: true }[];
  readonly rows: number;
  /** Of one of them. */
  readonly heightPx: number;
}

/**
 * Rows that are awaited, where they will stand and as high: one element for each column, with the rows drawn as its
 * background, so that a list costs no more before it is there than after.
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
