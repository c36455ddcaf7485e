import { Copy, Ellipsis, History, Keyboard } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Design, duplicateDesign } from "#contract/designs.ts";
import { api } from "#web/api/client.ts";
import { KeysHelp } from "#web/features/designs/editor/keys-help.tsx";
import type { Attempt } from "#web/ui/attempt.tsx";
import { ActionIcon } from "#web/ui/elements/button.tsx";
import { Menu } from "#web/ui/elements/menu.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { isolated } from "#web/ui/isolated.ts";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { toasts } from "#web/ui/toasts.tsx";
import { useOpening } from "#web/ui/use-late.ts";

/** What is done with a design as a whole. */
export function MoreMenu(props: {
  id: string;
  attempt: Attempt["attempt"];
  save: () => Promise<void>;
  onRestored: (design: Design) => void;
  showKeys: boolean;
  onKeys: (show: boolean) => void;
}) {
  const { id, attempt, save, onKeys } = props;
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [showVersions, setShowVersions] = useState(false);
  const versions = useOpening(() => import("#web/features/designs/editor/versions.tsx"));
  const closeVersions = () => setShowVersions(false);

  const duplicate = () =>
    attempt("This could not be duplicated.", async () => {
      await save();
      const { body } = await api(duplicateDesign, { params: { id } });
      if (!isHere()) return;
      toasts.success(`This is “${isolated(body.data.name)}” now. The design before it stays as it was.`);
      await navigate(`/user/designs/${body.data.id}`);
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={44} aria-label="More" title="More">
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={() => setShowVersions(true)}>
            Versions
          </Menu.Item>
          <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={duplicate}>
            Duplicate this design
          </Menu.Item>
          <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={() => onKeys(true)}>
            Keys
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {versions.module && (
        <versions.module.Versions
          id={id}
          opened={showVersions}
          onClose={closeVersions}
          save={save}
          onRestored={props.onRestored}
        />
      )}
      {versions.failure && showVersions && (
        <NotLoaded title="Versions" failure={versions.failure} onClose={closeVersions} />
      )}
      <KeysHelp opened={props.showKeys} onClose={() => onKeys(false)} />
    </>
  );
}
