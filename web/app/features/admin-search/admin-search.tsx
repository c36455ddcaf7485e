import { Combobox, InputBase, Loader, Modal, Text, useCombobox } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type SearchHit, searchBackOffice } from "#contract/search.ts";
import { useCall } from "#web/api/query.tsx";

const pathOfHit: Record<SearchHit["kind"], (hit: SearchHit) => string> = {
  user: (hit) => `/admin/users?q=${encodeURIComponent(hit.detail.split(" · ")[0] ?? hit.title)}`,
  order: (hit) => `/admin/orders/${hit._id}`,
  "item-order": (hit) => `/admin/items-orders/${hit._id}`,
  ticket: (hit) => `/admin/support-messages?ticket=${hit._id}`,
};

const kindLabels: Record<SearchHit["kind"], string> = {
  user: "Users",
  order: "Orders",
  "item-order": "Item orders",
  ticket: "Tickets",
};

/** Ctrl+K (or ⌘K): users, orders and tickets by name, e-mail, id or subject. */
export function AdminSearch() {
  const [opened, setOpened] = useState(false);
  useHotkeys([["mod+K", () => setOpened(true)]], []);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title="Search users, orders and tickets"
      size="lg"
    >
      <SearchBox onDone={() => setOpened(false)} />
    </Modal>
  );
}

function SearchBox({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 200);
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const found = useCall(
    searchBackOffice,
    { query: { q: asked } },
    { enabled: asked !== "", keepPrevious: true },
  );
  const hits = asked === "" ? [] : (found.data ?? []);

  function choose(id: string) {
    const hit = hits.find((each) => each._id === id);
    if (!hit) return;
    onDone();
    navigate(pathOfHit[hit.kind](hit));
  }

  return (
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={choose}>
      <Combobox.Target>
        <InputBase
          data-autofocus
          type="search"
          aria-label="Search users, orders and tickets"
          placeholder="Name, e-mail, order id, subject"
          leftSection={<Search size={18} aria-hidden />}
          rightSection={found.isFetching ? <Loader size={18} /> : null}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          // The combobox is always open, and swallows the Escape that should close the dialog.
          onKeyDown={(event) => event.key === "Escape" && onDone()}
        />
      </Combobox.Target>
      <Combobox.Options
        mt="md"
        mah="min(60vh, 32rem)"
        style={{ overflowY: "auto" }}
        aria-label="Found"
        tabIndex={0}
      >
        {found.isError && <Combobox.Empty role="alert">{found.error.message}</Combobox.Empty>}
        {asked !== "" && !found.isFetching && !found.isError && hits.length === 0 && (
          <Combobox.Empty>Nothing found for “{asked}”.</Combobox.Empty>
        )}
        {(Object.keys(kindLabels) as SearchHit["kind"][]).map((kind) => {
          const group = hits.filter((hit) => hit.kind === kind);
          if (group.length === 0) return null;
          return (
            <Combobox.Group key={kind} label={kindLabels[kind]}>
              {group.map((hit) => (
                <Combobox.Option key={hit._id} value={hit._id}>
                  <div>{hit.title}</div>
                  <Text size="sm" c="dimmed">
                    {hit.detail}
                  </Text>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          );
        })}
      </Combobox.Options>
    </Combobox>
  );
}
