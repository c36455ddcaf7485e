import { Maximize2 } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import styles from "#web/ui/editing/preview.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { SegmentedControl } from "#web/ui/elements/segmented-control.tsx";

const widths = { phone: 375, desktop: 1280 } as const;
type Width = keyof typeof widths;
/** Of small print at 14 px it leaves 8. */
const leastScale = 0.6;

/** Of the room around the frame, on each side. */
const border = 1;

const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

/**
 * The real public component as a visitor gets it, at a phone's and a desktop's width. It is drawn in an iframe, so
 * that its media queries see that width, and takes no input.
 */
export function PreviewFrame(props: {
  title: string;
  /** Visitors don't see it as it stands. */
  hidden?: boolean | undefined;
  /** Shows it in the light and in the dark scheme, whichever the page has. */
  bothSchemes?: boolean;
  children: ReactNode;
}) {
  const { title } = props;
  const [width, setWidth] = useState<Width>("desktop");
  const [large, setLarge] = useState(false);
  const children = useDeferredValue(props.children);

  // Where a desktop's width would be scaled to letters that nobody can read, the phone's comes first, at full size.
  const room = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (room.current!.clientWidth < widths.desktop * leastScale) setWidth("phone");
  }, []);
  const choice = (
    <SegmentedControl
      aria-label="Preview width"
      value={width}
      onChange={(value) => setWidth(value as Width)}
      data={[
        { value: "phone", label: "Phone" },
        { value: "desktop", label: "Desktop" },
      ]}
    />
  );
  const windows = (isLarge: boolean) =>
    (props.bothSchemes ? schemes : [undefined]).map((scheme) => (
      <PreviewWindow
        key={scheme ?? "page"}
        title={scheme ? `${title}, ${scheme}` : title}
        scheme={scheme}
        width={widths[width]}
        large={isLarge}
      >
        {children}
      </PreviewWindow>
    ));
  return (
    <section ref={room} className={styles.preview} aria-label={title} data-preview tabIndex={-1}>
      <div className={styles.head}>
        <p className={styles.title}>Live preview</p>
        {choice}
        <Button
          size="sm"
          variant="default"
          leftSection={<Maximize2 size={16} aria-hidden />}
          onClick={() => setLarge(true)}
        >
          Enlarge
        </Button>
      </div>
      {props.hidden && <p className={styles.note}>Visitors don't see this while it is inactive.</p>}
      {!large && windows(false)}
      <Modal opened={large} onClose={() => setLarge(false)} place="full" title={title}>
        <div className={styles.head}>{choice}</div>
        <div className={styles.preview}>{windows(true)}</div>
      </Modal>
    </section>
  );
}

/**
 * What base.css says of the body, which here is as high as what it holds.
 */
const publicBody = `
  html { overflow: hidden; }
  html:not([data-styled]) body { visibility: hidden; }
  body {
    display: flow-root;
    margin: 0;
    min-height: 0;
    background: var(--color-bg);
    color: var(--color-text);
    font-family: var(--font-text);
    font-size: var(--text-m);
    line-height: var(--leading-normal);
  }
`;

const withoutMarks = ({ outerHTML }: Element) => outerHTML.replace(/ data-(copied|ended)=""/g, "");

/** Keeps the frame's stylesheets, and without `own` its colour scheme, equal to the page's; returns how to stop. */
function followStyles(target: Document, own: Scheme | undefined): () => void {
  /** Shows the page once its first stylesheets have loaded, so that it is never seen without style. */
  function show() {
    if (target.head.querySelector("link[data-copied]:not([data-ended])")) return;
    target.documentElement.setAttribute("data-styled", "");
  }
  function copy() {
    const wanted = [...document.head.querySelectorAll('link[rel="stylesheet"], style')];
    const present = [...target.head.querySelectorAll("[data-copied]")];
    wanted.forEach((element, index) => {
      const old = present[index];
      // Not `instanceof Element`: the frame has an Element of its own.
      if (old && withoutMarks(old) === element.outerHTML) return;
      const next = target.importNode(element, true) as Element;
      next.setAttribute("data-copied", "");
      for (const end of ["load", "error"]) {
        next.addEventListener(end, () => {
          next.setAttribute("data-ended", "");
          show();
        });
      }
      if (old) old.replaceWith(next);
      else target.head.append(next);
    });
    for (const extra of present.slice(wanted.length)) extra.remove();
    show();
  }
  function scheme() {
    const value = own ?? document.documentElement.getAttribute("data-color-scheme");
    if (value) target.documentElement.setAttribute("data-color-scheme", value);
  }
  copy();
  scheme();
  const styleObserver = new MutationObserver(copy);
  styleObserver.observe(document.head, { childList: true, subtree: true, characterData: true });
  const schemeObserver = new MutationObserver(scheme);
  schemeObserver.observe(document.documentElement, { attributeFilter: ["data-color-scheme"] });
  return () => {
    styleObserver.disconnect();
    schemeObserver.disconnect();
  };
}

/** A frame of the given width, scaled down to the room there is and as high as its content. */
function PreviewWindow(props: {
  title: string;
  scheme: Scheme | undefined;
  width: number;
  large: boolean;
  children: ReactNode;
}) {
  const { title, scheme, width, large } = props;
  const room = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [scale, setScale] = useState(1);
  const [height, setHeight] = useState(320);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let stop = () => {};
    const open = () => {
      const inner = element.contentDocument;
      if (!inner || inner.documentElement?.lang) return;
      stop();
      // An iframe's first document has no doctype: quirks mode would change the layout.
      inner.open();
      inner.write('<!doctype html><html lang="en"><head></head><body></body></html>');
      inner.close();
      inner.title = title;
      const own = inner.createElement("style");
      own.textContent = publicBody;
      inner.head.replaceChildren(own);
      inner.body.inert = true;
      stop = followStyles(inner, scheme);
      setBody(inner.body);
    };
    open();
    // Firefox may replace the first document when the iframe's load event fires.
    element.addEventListener("load", open);
    return () => {
      element.removeEventListener("load", open);
      stop();
    };
  }, [title, scheme]);

  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const resize = () => {
      setScale(Math.min(1, element.clientWidth / width));
      // By the width without a scrollbar: a bar that made the content small enough to do without it would flicker.
      const most = Number.parseFloat(getComputedStyle(element).maxHeight);
      setScrolls(height * Math.min(1, element.offsetWidth / width) > most);
    };
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    resize();
    return () => observer.disconnect();
  }, [width, height]);

  useLayoutEffect(() => {
    if (!body) return;
    const measure = () => setHeight(Math.max(48, body.offsetHeight));
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    measure();
    return () => observer.disconnect();
  }, [body]);

  return (
    <section
      ref={room}
      className={styles.room}
      data-large={large || undefined}
      data-scrolls={scrolls || undefined}
      style={{ maxWidth: width + 2 * border }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      aria-label={`${title}, scrollable`}
    >
      <div className={styles.scaled} style={{ height: height * scale, width: width * scale }}>
        <iframe
          ref={frame}
          title={title}
          tabIndex={-1}
          className={styles.frame}
          style={{ width, height, transform: `scale(${scale})` }}
        />
        {body && createPortal(props.children, body)}
      </div>
    </section>
  );
}
