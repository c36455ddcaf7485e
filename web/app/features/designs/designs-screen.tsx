import { Button, Menu, Skeleton, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Copy, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import {
  changeDesign,
  deleteDesign,
  duplicateDesign,
  type ListedDesign,
  listDesigns,
  restoreDesign,
} from "#contract/designs.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/designs/designs.module.css";
import { DeletedBar, useDeleted } from "#web/ui/deleted-bar.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RowMenu } from "#web/ui/row-menu.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";
import { type TableDefaults, tableQueryOf, useTableUrl } from "#web/ui/table-url.ts";
import { toasts } from "#web/ui/toasts.tsx";

const pageSize = 12;

const newestFirst: TableDefaults<"updatedAt"> = { sorts: ["updatedAt"], sort: "updatedAt", order: "desc" };

/** What the server is asked for where the screen's address says `search`. */
export function designsInput(search: string) {
  const { page } = tableQueryOf(search, newestFirst);
  return { query: { page, pageSize, sort: "updatedAt", order: "desc" } as const };
}

/** All own designs, the one changed last first. */
export function DesignsScreen(props: { designs: ApiAnswer<typeof listDesigns> | undefined; search: string }) {
  const { search } = useLocation();
  const { query, change } = useTableUrl(newestFirst, []);
  const loaded = search === props.search ? props.designs : undefined;
  const list = useCall(listDesigns, designsInput(search), { loaded, keepPrevious: true, staleTime: 0 });
  const total = list.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const turnTo = (page: number) => change({ page }, true);
  const beyond = usePageClamp({ page: query.page, pageSize, rows: list.data, total, turnTo });
  const { remove, undo, gone } = useDeletion();
  return (
    <>
      <PageHeader
        title="Designs"
        description="Thumbnails you work on, private to you. They are saved as you go."
      />
      <section className={css.screen} aria-labelledby="designs-title">
        <h2 id="designs-title" className="visually-hidden">
          Your designs
        </h2>
        {list.isError && !list.data ? (
          <ErrorState
            compact
            title="Your designs could not be loaded."
            message={list.error?.message}
            onRetry={() => list.refetch()}
          />
        ) : !list.data || beyond ? (
          <div className={css.grid} aria-busy>
            {[1, 2, 3].map((place) => (
              <Skeleton key={place} className={css.skeleton} />
            ))}
            <p className="visually-hidden" role="status">
              Loading...
            </p>
          </div>
        ) : list.data.length === 0 ? (
          <EmptyState
            compact
            title="No designs yet"
            action={
              <Button component={Link} to="/user/generate-image">
                Make thumbnails
              </Button>
            }
          >
            Press Edit beside any thumbnail: you can then put words and shapes on it and change its light.
          </EmptyState>
        ) : (
          <ul className={css.grid} aria-busy={list.isPlaceholderData || undefined}>
            {list.data.map((design) => (
              <li key={design.id}>
                <DesignCard design={design} onDelete={remove} />
              </li>
            ))}
          </ul>
        )}
        {pages > 1 && (
          <TablePagination page={query.page} pages={pages} label="Pages of designs" onPage={turnTo} />
        )}
      </section>
      <DeletedBar gone={gone} nameOf={({ name }) => name} kind="designs" onUndo={undo} />
    </>
  );
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listDesigns.path] });
}

/** Says what went wrong, and answers whether it went well. */
async function attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toasts.error(`${what} ${error instanceof Error ? error.message : ""}`.trim());
    return false;
  }
}

function DesignCard(props: { design: ListedDesign; onDelete: (design: ListedDesign) => void }) {
  const { design } = props;
  const params = { id: design.id };
  const [draft, setDraft] = useState<string | null>(null);
  const navigate = useNavigate();
  const refresh = useRefresh();

  async function rename(event: FormEvent) {
    event.preventDefault();
    const name = draft?.replace(/\s+/g, " ").trim();
    if (!name) return;
    if (await attempt("The name could not be saved.", () => api(changeDesign, { params, body: { name } })))
      setDraft(null);
    await refresh();
  }
  async function duplicate() {
    await attempt("This could not be duplicated.", async () => {
      const { body } = await api(duplicateDesign, { params });
      navigate(`/user/designs/${body.data.id}`);
    });
  }
  return (
    <article className={css.card} aria-label={design.name}>
      <Link to={`/user/designs/${design.id}`} className={css.picture} aria-label={`Edit ${design.name}`}>
        <img src={design.previewUrl} width={1280} height={720} alt="" loading="lazy" decoding="async" />
      </Link>
      {draft === null ? (
        <div className={css.row}>
          <div className={css.text}>
            <h3 className={css.title}>{design.name}</h3>
            <p className={css.meta}>
              Changed <FormattedDate at={design.updatedAt} />
            </p>
          </div>
          <RowMenu label={`Actions for ${design.name}`} position="bottom-end">
            <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setDraft(design.name)}>
              Rename
            </Menu.Item>
            <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={duplicate}>
              Duplicate
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => props.onDelete(design)}
            >
              Delete
            </Menu.Item>
          </RowMenu>
        </div>
      ) : (
        <form className={css.rename} onSubmit={rename} noValidate>
          <TextInput
            size="sm"
            label="New name"
            value={draft}
            maxLength={100}
            error={draft.trim() === "" ? "A design needs a name." : undefined}
            autoFocus
            onChange={(event) => setDraft(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Escape" && setDraft(null)}
          />
          <div className={css.row}>
            <Button type="submit" size="sm">
              Save
            </Button>
            <Button size="sm" variant="subtle" color="gray" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </article>
  );
}

/** Deletes at once, and for a moment offers to bring back what was deleted last. */
function useDeletion() {
  const refresh = useRefresh();
  const { gone, add, restoreAll } = useDeleted<ListedDesign>();

  async function remove(design: ListedDesign) {
    const { id, name } = design;
    if (await attempt(`“${name}” could not be deleted.`, () => api(deleteDesign, { params: { id } })))
      add(design);
    await refresh();
  }
  async function undo() {
    await attempt("This could not be brought back.", () =>
      restoreAll((id) => api(restoreDesign, { params: { id } })),
    );
    await refresh();
  }
  return { remove, undo, gone };
}
