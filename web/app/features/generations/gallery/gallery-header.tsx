import { Link, useNavigate } from "react-router";
import { getBrand } from "#contract/brand.ts";
import { createDesign } from "#contract/designs.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import type { GalleryPlace } from "#web/features/generations/gallery/gallery-input.ts";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

const heads = {
  gallery: {
    title: "Gallery",
    description: "Every pair you made and every design of yours, private to you.",
  },
  designs: {
    title: "Designs",
    description: "Thumbnails you work on, private to you. They are saved as you go.",
  },
};

/** What the place holds, and the ways to more of it. */
export function GalleryHeader({ place }: { place: GalleryPlace }) {
  return (
    <PageHeader
      {...heads[place]}
      actions={
        <>
          {place === "designs" && <NewDesign />}
          <Button component={Link} to="/user/generate-image">
            Make thumbnails
          </Button>
        </>
      }
    />
  );
}

/** Where the brand has no colour. */
const plain = "#1f2a44";

/** Goes to a new design on a plain colour, the brand's first one where it has any. */
function NewDesign() {
  const brand = useCall(getBrand, {}).data;
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { attempt, busy, problem } = useAttempt();

  const make = () =>
    attempt("This could not be made.", async () => {
      const { colours } = brand ?? (await api(getBrand, {})).body.data;
      const from = { kind: "colour", colour: colours[0] ?? plain } as const;
      const { body } = await api(createDesign, { body: { from } });
      if (isHere()) await navigate(`/user/designs/${body.data.id}`);
    });
  return (
    <div>
      <Button variant="default" aria-disabled={busy || undefined} onClick={make}>
        New design
      </Button>
      <Problem text={problem} />
    </div>
  );
}
