import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { niches } from "#contract/generation-options.ts";
import { listGallery } from "#contract/generations.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/generations/gallery.module.css";
import { GalleryList } from "#web/features/generations/gallery.tsx";
import { type Enlarged, LargeView } from "#web/features/generations/large-view.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { useSearchDraft } from "#web/ui/table-controls.tsx";
import { type TableDefaults, tableQueryOf, useTableUrl } from "#web/ui/table-url.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** Twelve pairs: whole rows of two, three and four. */
const pageSize = 12;

const newestFirst: TableDefaults<"createdAt"> = {
  sorts: ["createdAt"],
  sort: "createdAt",
  order: "desc",
};
const filterNames = ["niche", "show"];

/** What the server is asked for where the screen's address says `search`; what it would refuse is left out. */
export function galleryInput(search: string) {
  const { page, q } = tableQueryOf(search, newestFirst);
  const params = new URLSearchParams(search);
  const niche = niches.find(({ value }) => value === params.get("niche"))?.value;
  const show = params.get("show");
  return {
    query: {
      page,
      pageSize,
      ...(q ? { q } : {}),
      ...(niche ? { niche } : {}),
      ...(show === "kept" ? { kept: "true" as const } : {}),
      ...(show === "favourites" ? { favourite: "true" as const } : {}),
    },
  };
}

/** Everything that the person made, to search and to take up again. Its search, filters and page are in the address. */
export function GalleryScreen(props: {
  gallery: ApiAnswer<typeof listGallery> | undefined;
  /** The query for which that was loaded. */
  search: string;
}) {
  const { user } = useViewer();
  const navigate = useNavigate();
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);
  const { search } = useLocation();
  const { query, filters, change, setFilters } = useTableUrl(newestFirst, filterNames);
  const [draft, setDraft] = useSearchDraft(query.q, (q) => change({ page: 1, q }));
  const loaded = search === props.search ? props.gallery : undefined;
  const list = useCall(listGallery, galleryInput(search), { loaded, keepPrevious: true });
  const total = list.total ?? 0;
  const isFiltered = query.q !== "" || Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title="Gallery"
        description="Every pair you made, private to you."
        actions={
          <Button component={Link} to="/user/generate-image">
            Make thumbnails
          </Button>
        }
      />
      <section className={css.screen} aria-labelledby="thumbnails-title">
        <h2 id="thumbnails-title" className="visually-hidden">
          Your thumbnails
        </h2>
        <div className={css.filters}>
          <TextInput
            type="search"
            className={css.search}
            label="Search by title"
            leftSection={<Search size={18} aria-hidden />}
            value={draft}
            maxLength={200}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <NativeSelect
            label="Niche"
            value={filters.niche ?? ""}
            onChange={(event) => setFilters({ niche: event.currentTarget.value })}
            data={[{ value: "", label: "All niches" }, ...niches]}
          />
          <NativeSelect
            label="Show"
            value={filters.show ?? ""}
            onChange={(event) => setFilters({ show: event.currentTarget.value })}
            data={[
              { value: "", label: "All runs" },
              { value: "kept", label: "With a kept thumbnail" },
              { value: "favourites", label: "Favourites" },
            ]}
          />
        </div>
        <p className={css.count} role="status">
          {list.data && (total === 1 ? "1 run" : `${total.toLocaleString("en-US")} runs`)}
        </p>
        <GalleryList
          list={{ ...list, total, generations: list.data?.map(({ run }) => run) }}
          page={query.page}
          pageSize={pageSize}
          onPage={(page) => change({ page }, true)}
          onEnlarge={(generation, position) => setEnlarged({ generation, position })}
          onWatch={({ id }) => navigate(`/user/generate-image?run=${id}`)}
          onReuse={async (past) => {
            // The texts of all templates are a large part of the generator's script.
            const form = await import("#web/features/generations/form-state.ts").catch(() => null);
            if (!form) return void toasts.error("Something went wrong. Please try again.");
            if (user) form.writeFormDraft(user._id, form.reusedForm(past));
            navigate("/user/generate-image");
          }}
          empty={
            isFiltered ? (
              <EmptyState
                compact
                title="No thumbnails found"
                action={
                  <Button component={Link} to="/user/gallery" variant="default">
                    Show all
                  </Button>
                }
              >
                Nothing here matches your search and filters.
              </EmptyState>
            ) : (
              <EmptyState compact title="No thumbnails yet">
                Every run stays here until you delete it, with its title, prompt and date. Only you can see
                it.
              </EmptyState>
            )
          }
        />
      </section>
      <LargeView shown={enlarged} onShow={setEnlarged} onClose={() => setEnlarged(null)} />
    </>
  );
}
