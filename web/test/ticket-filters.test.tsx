import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { getSupportStaff } from "#contract/support-staff.ts";
import { queryKey } from "#web/api/client.ts";
import { TicketFilters } from "#web/features/support/ticket-filters.tsx";
import { staffsStatuses, useTicketQuery } from "#web/features/support/ticket-query.ts";

const ada = { _id: "a".repeat(24), userName: "Ada" };
const ben = { _id: "b".repeat(24), userName: "Ben" };

/** Whose tickets the filter says that Ben sees by a link to Ada's: `staff` as read so far, her name as her tickets have it. */
function assigneeShown(staff: (typeof ada)[] | null, nameInTickets?: string): string | undefined {
  const client = new QueryClient();
  if (staff)
    client.setQueryData(queryKey(getSupportStaff, {}), { status: 200, body: { success: true, data: staff } });
  function Filters() {
    const { address } = useTicketQuery(staffsStatuses);
    return (
      <TicketFilters
        address={address}
        viewerId={ben._id}
        assigneeName={nameInTickets}
        searchRef={null}
        onFilter={() => {}}
      />
    );
  }
  const router = createMemoryRouter([{ path: "/", Component: Filters }], {
    initialEntries: [`/?assignee=${ada._id}`],
  });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return new RegExp(`<option[^>]*value="${ada._id}"[^>]*selected[^>]*>([^<]*)`).exec(html)?.[1];
}

test("a link to somebody's tickets names nobody wrong before the staff are known, and one who works here no more by their tickets", () => {
  expect(assigneeShown(null)).toBe("Loading...");
  expect(assigneeShown(null, "Ada")).toBe("Ada");
  expect(assigneeShown([ada, ben])).toBe("Ada");
  expect(assigneeShown([ben], "Ada")).toBe("Ada");
  expect(assigneeShown([ben])).toBe("Somebody else");
});
