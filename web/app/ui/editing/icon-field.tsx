import { type ReactNode, useState } from "react";
import { iconClasses, iconClassOf, plainIcon } from "#contract/icons.ts";
import styles from "#web/ui/editing/icon-field.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group, SimpleGrid } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";

/** An icon class of the bundled set, typed or picked from the set by name. */
export function IconField(props: {
  label: string;
  id?: string;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState("");
  const found = iconClasses.filter((name) => name.includes(search.trim().toLowerCase().replaceAll(" ", "-")));
  return (
    <>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          className={styles.text}
          label={label}
          placeholder={plainIcon}
          id={props.id}
          value={value}
          error={props.error}
          leftSection={<BundledIcon icon={value || plainIcon} size={20} />}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setOpened(true)}>
          Pick<span className="visually-hidden"> for {label}</span>
        </Button>
      </Group>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Pick an icon" size="lg">
        <TextInput
          type="search"
          label="Search icons"
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p role="status" className={styles.count}>
          {found.length === 1 ? "1 icon" : `${found.length} icons`}
        </p>
        <SimpleGrid cols={{ base: 3, xs: 4, sm: 6 }} spacing="xs">
          {found.map((name) => (
            <button
              type="button"
              key={name}
              className={styles.icon}
              aria-pressed={name === value}
              onClick={() => {
                onChange(name);
                setOpened(false);
              }}
            >
              <BundledIcon icon={name} size={24} />
              <span>{name.replace(/^icon-/, "")}</span>
            </button>
          ))}
        </SimpleGrid>
      </Modal>
    </>
  );
}

/** A drawing of the bundled set, by its class; a class outside the set shows the set's plain icon. */
export function BundledIcon({ icon, size = 22 }: { icon: string; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`/media/icons.svg#${iconClassOf(icon)}`} />
    </svg>
  );
}
