import type { AiKey } from "#contract/ai-keys.ts";
import { Badge, type BadgeColor } from "#web/ui/badge.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { RowButtons } from "#web/ui/editing/actions.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Stack } from "#web/ui/elements/layout.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";

const health: Record<AiKey["health"], { color: BadgeColor; label: string }> = {
  untried: { color: "gray", label: "Not tried yet" },
  ok: { color: "green", label: "Works" },
  resting: { color: "yellow", label: "Resting" },
  refused: { color: "red", label: "Refused" },
};

const uses = { image: "Images", text: "Text" };

export function AiKeyTable(props: {
  keys: AiKey[];
  busy: boolean;
  onToggle: (key: AiKey) => void;
  onTest: (key: AiKey) => void;
  onEdit: (key: AiKey) => void;
  onRemove: (key: AiKey) => void;
}) {
  const { keys, busy } = props;
  const columns: DataColumn<AiKey>[] = [
    { id: "name", header: "Name", card: "title", cell: (key) => <strong>{key.name}</strong> },
    { id: "key", header: "Key", cell: (key) => <code>{key.key}</code> },
    { id: "health", header: "Health", cell: (key) => <Health aiKey={key} /> },
    {
      id: "used",
      header: "Last used",
      cell: (key) => (key.lastUsedAt ? formatDateTime(key.lastUsedAt) : "Never"),
    },
    {
      id: "active",
      header: "Active",
      cell: (key) => (
        <Switch
          checked={key.isActive}
          busy={busy}
          onChange={() => props.onToggle(key)}
          aria-label={`${key.name} active`}
        />
      ),
    },
    {
      id: "actions",
      header: "Actions",
      card: "bare",
      cell: (key) => (
        <RowButtons
          name={key.name}
          busy={busy}
          onEdit={() => props.onEdit(key)}
          onRemove={() => props.onRemove(key)}
        >
          <Button size="compact-sm" variant="default" off={busy} onClick={() => props.onTest(key)}>
            Test<span className="visually-hidden"> {key.name}</span>
          </Button>
        </RowButtons>
      ),
    },
  ];
  return (
    <DataTable
      caption="Gemini keys"
      columns={columns}
      rows={keys}
      rowId={(key) => key._id}
      emptyTitle="No keys yet"
      emptyText="Without a key, nobody can generate thumbnails."
    />
  );
}

/** One line for all models where the key was refused, else one for each. */
function Health({ aiKey }: { aiKey: AiKey }) {
  const states =
    aiKey.health === "refused" ? [aiKey] : aiKey.models.map((model) => ({ ...model, name: uses[model.use] }));
  return (
    <Stack gap="xs">
      {states.map((state) => {
        const { color, label } = health[state.health];
        return (
          <div key={state.name}>
            <Badge color={color}>{"use" in state ? `${state.name}: ${label}` : label}</Badge>
            {state.restUntil && <div>until {formatDateTime(state.restUntil)}</div>}
            {state.lastError && <div>{state.lastError}</div>}
          </div>
        );
      })}
    </Stack>
  );
}
