import { preferences, usePreference } from "../../app/shell/preferences.ts";
import { sizes, useSizes } from "../../app/shell/stored-record.ts";
import { Button, IconButton } from "../../platform/ui/button.tsx";
import { Select } from "../../platform/ui/forms/field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Popover } from "../../platform/ui/overlays/popover.tsx";
import {
  addressName,
  type Column,
  columns,
  columnsOf,
  isSizable,
  leastColumnPx,
  mostColumnPx,
  usualColumns,
  widthName,
} from "./columns.tsx";

const toggled = ({ name, isPinned }: Column) => addressName(isPinned ? { name } : { name, isPinned: true });

interface Props {
  readonly cols: string | undefined;
  /** Undefined for the default columns. */
  readonly onChange: (cols: string | undefined) => void;
}

export function ColumnsMenu({ cols, onChange }: Props) {
  const density = usePreference("density");
  const known = useSizes();
  const shown = columnsOf(cols);
  const chosen = shown.map(addressName);
  const widen = ({ name, minPx }: Column, by: number) =>
    sizes.set(widthName(name), Math.max(leastColumnPx, Math.min(mostColumnPx, (known[widthName(name)] ?? minPx) + by)));
  function set(names: readonly string[]) {
    const cols = columnsOf(names.join(",")).map(addressName).join(",");
    onChange(cols === usualColumns.join(",") ? undefined : cols);
  }
  function move(name: string, by: number) {
    const at = chosen.indexOf(name);
    const names = chosen.filter((each) => each !== name);
    names.splice(Math.max(0, at + by), 0, name);
    set(names);
  }
  const ordered = [...shown, ...columns.filter(({ name }) => !shown.some((one) => one.name === name))];
  return (
    <Popover
      shortcut={{ keys: "c", does: "Columns" }}
      label={
        <>
          <Icon name="columns" /> <span className="gives-way">Columns</span>
        </>
      }
    >
      {() => (
        <div className="stack" style={{ gap: 2, minWidth: 250 }}>
          {ordered.map((column) => {
            const { title, isPinned } = column;
            const name = addressName(column);
            const at = chosen.indexOf(name);
            return (
              <div key={column.name} className="line" style={{ flexWrap: "nowrap", gap: 2 }}>
                <label className="option">
                  <input
                    type="checkbox"
                    checked={at >= 0}
                    disabled={at >= 0 && chosen.length === 1}
                    onChange={() => set(at >= 0 ? chosen.filter((each) => each !== name) : [...chosen, name])}
                  />
                  <span>{title}</span>
                </label>
                {at >= 0 && (
                  <>
                    {isSizable(column) && (
                      <>
                        <Button
                          text="−"
                          className="quiet icon"
                          aria-label={`${title} narrower`}
                          title="Narrower"
                          onClick={() => widen(column, -16)}
                        />
                        <Button
                          text="+"
                          className="quiet icon"
                          aria-label={`${title} wider`}
                          title="Wider"
                          onClick={() => widen(column, 16)}
                        />
                      </>
                    )}
                    <IconButton
                      icon="pin"
                      label={`Pin ${title}`}
                      aria-pressed={isPinned === true}
                      title={isPinned ? "Unpin" : "Pin to the left"}
                      onClick={() => set(shown.map((one) => (one === column ? toggled(one) : addressName(one))))}
                    />
                    <IconButton
                      icon="left"
                      label={`Move ${title} left`}
                      disabled={at === 0 || shown[at - 1]?.isPinned !== isPinned}
                      onClick={() => move(name, -1)}
                    />
                    <IconButton
                      icon="right"
                      label={`Move ${title} right`}
                      disabled={at === chosen.length - 1 || shown[at + 1]?.isPinned !== isPinned}
                      onClick={() => move(name, 1)}
                    />
                  </>
                )}
              </div>
            );
          })}
          <div className="line" style={{ marginTop: 8 }}>
            <label className="small muted" htmlFor="density">
              Rows
            </label>
            <Select
              id="density"
              style={{ width: "auto" }}
              value={density}
              onChange={(value) => preferences.set("density", value)}
              options={preferences.choices.density}
            />
            <span className="grow" />
            <Button
              text="Usual columns"
              className="link"
              onClick={() => {
                sizes.remove(widthName(""));
                onChange(undefined);
              }}
            />
          </div>
        </div>
      )}
    </Popover>
  );
}
