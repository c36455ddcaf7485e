import { Button, Modal, SegmentedControl } from "@mantine/core";
import { Maximize2 } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import styles from "#web/ui/editing/preview-frame.module.css";
import { PreviewWindow } from "#web/ui/editing/preview-window.tsx";

const widths = { phone: 375, desktop: 1280 } as const;
type Width = keyof typeof widths;

/**
 * The real public component as a visitor would get it, at a phone's and a desktop's width. It stands in a frame of
 * its own, so that its media queries see that width, and it takes no input.
 */
export function PreviewFrame(props: { title: string; note?: ReactNode; children: ReactNode }) {
  const { title, note } = props;
  const [width, setWidth] = useState<Width>("desktop");
  const [large, setLarge] = useState(false);
  const children = useDeferredValue(props.children);

  // On a phone the desktop's width would be too small to read at first.
  useEffect(() => {
    if (window.innerWidth < 768) setWidth("phone");
  }, []);
  const choice = (
    <SegmentedControl
      size="sm"
      bg="var(--color-sunken)"
      aria-label="Preview width"
      value={width}
      onChange={(value) => setWidth(value as Width)}
      data={[
        { value: "phone", label: "Phone" },
        { value: "desktop", label: "Desktop" },
      ]}
    />
  );
  return (
    <section className={styles.preview} aria-label={title} data-preview tabIndex={-1}>
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
      {note && <p className={styles.note}>{note}</p>}
      {!large && (
        <PreviewWindow title={title} width={widths[width]}>
          {children}
        </PreviewWindow>
      )}
      <Modal opened={large} onClose={() => setLarge(false)} fullScreen radius={0} title={title}>
        <div className={styles.head}>{choice}</div>
        <PreviewWindow title={title} width={widths[width]} large>
          {children}
        </PreviewWindow>
      </Modal>
    </section>
  );
}
