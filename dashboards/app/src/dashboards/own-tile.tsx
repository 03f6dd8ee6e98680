import { useQuery } from "@tanstack/react-query";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { usageQuery } from "../platform/api/queries.ts";
import type { DashboardChart } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { Popover } from "../platform/ui/overlays/popover.tsx";
import { both, chartOf, measures } from "./measures.ts";
import { Tile } from "./tile.tsx";

interface Props {
  readonly chart: DashboardChart;
  readonly q: string;
  readonly range: string;
  readonly onRange: (range: readonly [number, number]) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Moves the tile; undefined where it cannot move. */
  readonly onEarlier: (() => void) | undefined;
  readonly onLater: (() => void) | undefined;
}

export function OwnTile({ chart, q, range, onRange, ...menu }: Props) {
  const query = both(chart.q, q);
  const { by } = chart;
  const usage = useQuery(usageQuery({ q: query, range, buckets: 48, ...(by === undefined ? {} : { by }) }));
  return (
    <div className={chart.wide ? "own-tile wide" : "own-tile"}>
      <Tile
        key={`${chart.measure} ${chart.by}`}
        title={chart.title}
        query={usage}
        prepare={(data) => chartOf(data, chart)}
        kind={chart.kind}
        text={measures[chart.measure].text}
        of={chart.by === undefined ? undefined : usage.data?.groupCount}
        onRange={onRange}
        open={{ q: query, range }}
        more={<Menu title={chart.title} {...menu} />}
      />
    </div>
  );
}

const Menu = ({
  title,
  onEdit,
  onRemove,
  onEarlier,
  onLater,
}: Pick<Props, "onEdit" | "onRemove" | "onEarlier" | "onLater"> & { title: string }) => (
  <ForMembers>
    <Popover label="⋯" name={`What to do with ${title}`} className="quiet icon">
      {(close) => {
        const then = (act: () => void) => () => {
          close();
          act();
        };
        return (
          <div className="stack" style={{ gap: 2 }}>
            <Button text="Edit" className="option" onClick={then(onEdit)} />
            {onEarlier && <Button text="Move earlier" className="option" onClick={then(onEarlier)} />}
            {onLater && <Button text="Move later" className="option" onClick={then(onLater)} />}
            <Button text="Remove" className="option" onClick={then(onRemove)} />
          </div>
        );
      }}
    </Popover>
  </ForMembers>
);
