import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { Button } from "../button.tsx";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: () => void;
}

type Show = (text: string, undo?: () => void) => void;
const ToastContext = createContext<Show>(() => {});

/** Shows a confirmation with an undo action. Errors are never shown here; they stay where they happened. */
export const useToast = (): Show => useContext(ToastContext);

const shownMs = 10_000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const last = useRef(0);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback<Show>(
    (text, undo) => {
      const id = ++last.current;
      setToasts((all) => [...all.slice(-2), { id, text, ...(undo ? { undo } : {}) }]);
      setTimeout(() => close(id), shownMs);
    },
    [close],
  );
  const list = useMemo(
    () =>
      toasts.map(({ id, text, undo }) => (
        <div className="toast" key={id}>
          <span>{text}</span>
          {undo && (
            <Button
              text="Undo"
              onClick={() => {
                undo();
                close(id);
              }}
            />
          )}
        </div>
      )),
    [toasts, close],
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toasts" role="status">
        {list}
      </div>
    </ToastContext.Provider>
  );
}
