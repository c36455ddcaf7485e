import { Download, PackagePlus, Upload } from "lucide-react";
import { useNavigate } from "react-router";
import { usePackToggle } from "#web/features/shell/pack-button.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import type { Attempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Menu } from "#web/ui/elements/menu.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { saveFile } from "#web/ui/save-blob.ts";
import { setAddress } from "#web/ui/youtube-address.ts";

type Format = "png" | "jpeg";

/** The picture as it is, saved before it is drawn; or it is put aside for a pack. */
export function DownloadMenu(
  props: Pick<Attempt, "attempt" | "busy"> & { id: string; name: string; save: () => Promise<void> },
) {
  const { attempt, save } = props;
  const pack = usePackToggle();
  const entry = { kind: "design", id: props.id } as const;
  const isInPack = pack.has(entry);

  /** Its newest changes may follow: a pack is made of what is saved by then. */
  const togglePack = () =>
    attempt("", async () => {
      save().catch(() => undefined);
      const refused = pack.toggle(entry, props.name);
      if (refused) throw new Error(refused);
    });
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { youtube } = useRootData().shop;

  const download = (format: Format) =>
    attempt("The download failed.", async () => {
      await save();
      await saveFile(
        `/api/designs/${props.id}/image?format=${format}&download=1`,
        fileName(props.name, format),
      );
    });

  const set = () =>
    attempt("", async () => {
      await save();
      if (isHere()) await navigate(setAddress({ design: props.id }));
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Download size={18} aria-hidden />} aria-disabled={props.busy || undefined}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download("png")}>PNG, sharpest</Menu.Item>
        <Menu.Item onClick={() => download("jpeg")}>JPEG, smallest</Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<PackagePlus size={16} aria-hidden />} onClick={togglePack}>
          {isInPack ? "Take out of the pack" : "Add to pack"}
        </Menu.Item>
        {youtube && (
          <Menu.Item leftSection={<Upload size={16} aria-hidden />} onClick={set}>
            Set on YouTube
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function fileName(name: string, format: Format): string {
  const plain = name
    .replaceAll(/[\\/:*?"<>|]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${[...plain].slice(0, 80).join("") || "thumbnail"}.${format === "png" ? "png" : "jpg"}`;
}
