import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

const never = () => () => {};
const unseen = { display: "contents", visibility: "hidden" } as const;
/** In milliseconds. Until then some screen readers do not know that there is a status. */
const tellAfter = 100;

/**
 * A status that comes along with its words: few screen readers read those out. So they come a moment later than it, in
 * the room that is theirs; what the server renders has them at once. It stands in nothing that is `aria-busy`, of which
 * nothing is read out.
 */
export function Status(props: {
  as?: "p" | "div" | "span";
  className?: string | undefined;
  children: ReactNode;
}) {
  const { as: Element = "p", className, children } = props;
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isTold, setTold] = useState(isHydrating);
  useEffect(() => {
    const timer = setTimeout(() => setTold(true), tellAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Element role="status" className={className}>
      {isTold ? children : <span style={unseen}>{children}</span>}
    </Element>
  );
}
