import { History, Mail, RefreshCw } from "lucide-react";
import { useMemo, useState } from "react";
import { membershipLevels, roles } from "#contract/roles.ts";
import { listUsers, type UserRecord, userSortColumns } from "#contract/users.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-users/admin-users.module.css";
import { ChangeBalance } from "#web/features/admin-users/change-balance.tsx";
import { MessageLogModal } from "#web/features/admin-users/message-log-modal.tsx";
import { SendMessageModal } from "#web/features/admin-users/send-message-modal.tsx";
import { BalanceCell, MembershipCell, PersonCell, RoleCell } from "#web/features/admin-users/user-cells.tsx";
import { RowActions, UserFilters } from "#web/features/admin-users/user-controls.tsx";
import { useEditedUser, useUserActions } from "#web/features/admin-users/user-mutations.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Title } from "#web/ui/elements/text.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { type TableDefaults, tablePageSize, useTableUrl } from "#web/ui/table-url.ts";

const newestFirst: TableDefaults<(typeof userSortColumns)[number]> = {
  sorts: userSortColumns,
  sort: "createdAt",
  order: "desc",
};

const knownFilters = { userRole: roles, userMembership: membershipLevels };

/** Everyone with an account: searched, sorted and paged in the database, edited in the row. */
export function UserDirectory({ nested = false }: { nested?: boolean }) {
  const { query, change, filters, setFilters } = useTableUrl(newestFirst, knownFilters);
  const asked = {
    ...filters,
    page: query.page,
    pageSize: tablePageSize,
    sort: query.sort,
    order: query.order,
    ...(query.q ? { q: query.q } : {}),
  };
  const list = useCall(listUsers, { query: asked }, { keepPrevious: true });
  const actions = useUserActions();
  const confirm = useConfirm();
  const edited = useEditedUser({
    saved: actions.saved,
    failed: (reason) => `Failed to update user: ${reason}`,
  });
  const [messageTo, setMessageTo] = useState<string | null>(null);
  const [balanceOf, setBalanceOf] = useState<UserRecord | null>(null);
  const [logOpen, setLogOpen] = useState(false);
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const { editor } = edited;
  const failure =
    editor.failure?.title ??
    edited.refusal ??
    editor.problems[0]?.message ??
    (actions.notice?.kind === "error" ? actions.notice.text : null) ??
    (list.error && list.error !== dismissed ? `Failed to fetch users: ${list.error.message}` : null);

  const columns = useMemo(() => {
    const editingOf = (user: UserRecord) => (edited.editing?.opened._id === user._id ? edited.editing : null);
    const remove = async (user: UserRecord) => {
      const sure = await confirm({
        title: "Are you sure you want to delete this user?",
        message: `${isolated(user.userName)} (${user.userEmail}) is signed out and erased. Orders and credit bookings stay under a pseudonym. This cannot be undone.`,
        confirmLabel: "Delete user",
      });
      if (sure) actions.remove.mutate(user);
    };
    const disable = async (user: UserRecord) => {
      const sure =
        user.disabled ||
        (await confirm({
          title: `Disable ${isolated(user.userName)}?`,
          message: "They are signed out everywhere and cannot sign in until you enable the account again.",
          confirmLabel: "Disable account",
        }));
      if (sure) actions.disable.mutate({ user, disabled: !user.disabled });
    };
    const made: DataColumn<UserRecord>[] = [
      {
        id: "user",
        header: "User",
        sortKey: "userName",
        card: "title",
        cell: (user) => <PersonCell user={user} editing={editingOf(user)} />,
      },
      {
        id: "credit",
        header: "Remaining Credit",
        sortKey: "currentBalance",
        cell: (user) => <BalanceCell user={user} editing={editingOf(user)} />,
      },
      {
        id: "role",
        header: "Role",
        sortKey: "userRole",
        cell: (user) => {
          const editing = editingOf(user);
          const cell = <RoleCell user={user} editing={editing} />;
          return editing ? <div className={styles.chosen}>{cell}</div> : cell;
        },
      },
      {
        id: "membership",
        header: "Membership",
        sortKey: "userMembership",
        cell: (user) => <MembershipCell user={user} editing={editingOf(user)} />,
      },
      {
        id: "joined",
        header: "Joined",
        sortKey: "createdAt",
        cell: (user) => <FormattedDate at={user.createdAt} />,
      },
      {
        id: "actions",
        header: "Actions",
        align: "end",
        card: "bare",
        cell: (user) => (
          <RowActions
            user={user}
            editing={editingOf(user) !== null}
            saving={editor.busy}
            onEdit={() => edited.open(user)}
            onSave={edited.save}
            onCancel={edited.close}
            onBalance={() => setBalanceOf(user)}
            onMessage={() => setMessageTo(user.userEmail)}
            onDisable={() => disable(user)}
            onDelete={() => remove(user)}
          />
        ),
      },
    ];
    return made;
  }, [edited, editor.busy, actions, confirm]);

  return (
    <section aria-label="User Directory">
      {nested ? (
        <Title order={2} mb="md">
          User Directory
        </Title>
      ) : (
        <PageHeader
          title="User Directory"
          crumbs={[{ label: "Admin", to: "/admin/dashboard" }, { label: "Users" }]}
        />
      )}
      <div className={styles.notices} data-nested={nested || undefined}>
        <div role="status">
          {actions.notice?.kind === "success" && (
            <Alert color="green" mb="md">
              {actions.notice.text}
            </Alert>
          )}
        </div>
        <div role="alert">
          {failure && (
            <Alert
              color="red"
              mb="md"
              closeButtonLabel="Dismiss"
              onClose={() => {
                edited.dismiss();
                actions.dismiss();
                setDismissed(list.error);
              }}
            >
              {failure}
            </Alert>
          )}
        </div>
      </div>
      {edited.editing && (
        <div className={editor.conflict || editor.setAside ? styles.conflict : undefined}>
          <ConflictNotice editor={editor} subject={`user:${edited.editing.opened._id}`} />
        </div>
      )}
      <DataTable<UserRecord>
        caption="User Directory"
        columns={columns}
        rows={list.data}
        rowId={(user) => user._id}
        total={list.total ?? 0}
        more={list.more}
        pageSize={tablePageSize}
        {...query}
        onChange={change}
        loading={list.isFetching}
        error={list.error ? "User data could not be loaded. Please try again later." : undefined}
        errorTitle="Failed to load user data"
        onRetry={() => list.refetch()}
        emptyTitle="No Users Found"
        searchLabel="Search users..."
        previousLabel="Prev"
        edges
        emptyText={
          query.q || Object.keys(filters).length > 0
            ? "Nobody matches this search and these filters."
            : undefined
        }
        toolbar={
          <>
            <UserFilters filters={filters} onFilter={setFilters} />
            <Button
              variant="default"
              leftSection={<RefreshCw size={16} aria-hidden />}
              onClick={() => list.refetch()}
            >
              Refresh
            </Button>
            <Button
              variant="default"
              leftSection={<Mail size={16} aria-hidden />}
              onClick={() => setMessageTo("")}
            >
              Send Message
            </Button>
            <Button
              variant="default"
              leftSection={<History size={16} aria-hidden />}
              onClick={() => setLogOpen(true)}
            >
              Message Log History
            </Button>
          </>
        }
      />
      <ChangeBalance user={balanceOf} onClose={() => setBalanceOf(null)} />
      <SendMessageModal to={messageTo} onClose={() => setMessageTo(null)} />
      <MessageLogModal opened={logOpen} onClose={() => setLogOpen(false)} />
    </section>
  );
}
