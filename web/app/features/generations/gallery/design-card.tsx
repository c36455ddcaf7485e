import { Brush, Copy, PackagePlus, Pencil, Trash2, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { changeDesign, duplicateDesign } from "#contract/designs.ts";
import type { ListedDesign } from "#contract/listed-design.ts";
import { api } from "#web/api/client.ts";
import css from "#web/features/generations/gallery/card.module.css";
import { Card, useMark } from "#web/features/generations/gallery/card.tsx";
import { useRename } from "#web/features/generations/gallery/rename.tsx";
import { useRefreshGallery } from "#web/features/generations/keep-button.tsx";
import { loadingOf } from "#web/features/generations/thumbnail-image.tsx";
import { usePackToggle } from "#web/features/shell/pack-button.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { type Attempt, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { setAddress } from "#web/ui/youtube-address.ts";

/** One own design, leading to the editor. */
export function DesignCard(props: {
  design: ListedDesign;
  lineage: ReactNode;
  isFirst: boolean;
  onDelete: (design: ListedDesign) => void;
}) {
  const { design } = props;
  const params = { id: design.id };
  const editor = `/user/designs/${design.id}`;
  const navigate = useNavigate();
  const isHere = useIsHere();
  const refresh = useRefreshGallery();
  const { youtube } = useRootData().shop;
  const [renaming, others] = [useAttempt(), useAttempt()];
  const save = ({ attempt }: Attempt, body: { name?: string; favourite?: boolean }) =>
    attempt("This could not be saved.", async () => {
      await api(changeDesign, { params, body });
      await refresh();
    });
  const rename = useRename({
    ...params,
    title: design.name,
    label: "New name",
    blank: "A design needs a name.",
    problem: renaming.problem,
    save: (name) => save(renaming, { name }),
  });
  const mark = useMark(design.favourite, (favourite) => save(others, { favourite }));

  const pack = usePackToggle();
  const entry = { kind: "design", id: design.id } as const;
  const isInPack = pack.has(entry);

  const duplicate = () =>
    others.attempt("This could not be duplicated.", async () => {
      const { body } = await api(duplicateDesign, { params });
      if (isHere()) await navigate(`/user/designs/${body.data.id}`);
    });
  return (
    <Card
      rename={rename}
      pictures={
        <Link to={editor} className={css.picture} aria-label={`Edit ${rename.title}`}>
          <img
            srcSet={`${design.previewUrl}&width=320 320w, ${design.previewUrl}&width=640 640w`}
            sizes="(width >= 768px) 320px, 92vw"
            src={design.previewUrl}
            width={1280}
            height={720}
            alt=""
            {...loadingOf(props.isFirst ? "first" : "near")}
          />
        </Link>
      }
      meta={
        <>
          Design · Changed <FormattedDate at={design.updatedAt} />
        </>
      }
      mark={mark}
      actions={[
        { label: "Rename", icon: Pencil, run: rename.open },
        { label: "Duplicate", icon: Copy, run: duplicate },
        {
          label: isInPack ? "Take out of the pack" : "Add to pack",
          icon: PackagePlus,
          run: () => void pack.toggle(entry, rename.title),
        },
        ...(youtube
          ? [
              {
                label: "Set on YouTube",
                icon: Upload,
                run: () => void navigate(setAddress({ design: design.id })),
              },
            ]
          : []),
        { label: "Delete", icon: Trash2, run: () => props.onDelete(design), danger: true },
      ]}
      foot={
        <>
          <Button
            component={Link}
            to={editor}
            size="sm"
            variant="default"
            leftSection={<Brush size={16} aria-hidden />}
          >
            Edit
          </Button>
          {props.lineage}
        </>
      }
      problem={others.problem ?? pack.problem}
    />
  );
}
