import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from "react";
import { stepByKey } from "#web/ui/elements/step-by-key.ts";
import { type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";
import css from "#web/ui/elements/tabs.module.css";

const Context = createContext({ id: "", value: "", onChange: (_value: string) => {} });

/** Parts of a screen of which one is shown: `Tabs.List` with a `Tabs.Tab` for each `Tabs.Panel`. */
export function Tabs(props: { value: string; onChange: (value: string) => void; children: ReactNode }) {
  const { value, onChange, children } = props;
  return <Context value={{ id: useId(), value, onChange }}>{children}</Context>;
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const next = stepByKey(event, [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")], "row");
  next?.focus();
  next?.click();
}

Tabs.List = function TabList(props: StyleProps & { "aria-label"?: string; children: ReactNode }) {
  const [style, others] = takeStyle(props);
  return <div {...others} role="tablist" className={css.list} style={style} onKeyDown={walk} />;
};

Tabs.Tab = function Tab(props: { value: string; children: ReactNode }) {
  const { id, value, onChange } = useContext(Context);
  const isOpen = props.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${props.value}`}
      className={css.tab}
      aria-selected={isOpen}
      aria-controls={isOpen ? `${id}-panel-${props.value}` : undefined}
      tabIndex={isOpen ? 0 : -1}
      onClick={() => onChange(props.value)}
    >
      {props.children}
    </button>
  );
};

Tabs.Panel = function TabPanel(props: { value: string; children: ReactNode }) {
  const { id, value } = useContext(Context);
  if (props.value !== value) return null;
  return (
    <div role="tabpanel" id={`${id}-panel-${props.value}`} aria-labelledby={`${id}-tab-${props.value}`}>
      {props.children}
    </div>
  );
};
