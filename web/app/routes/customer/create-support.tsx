import { pageTitle } from "#web/features/shell/page-title.ts";
import { TicketForm } from "#web/features/support/ticket-form.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Create Ticket");

export default function CreateSupport() {
  return (
    <>
      <PageHeader
        title="Create Ticket"
        crumbs={[
          { label: "User", to: "/user/dashboard" },
          { label: "Messages", to: "/user/support" },
          { label: "Create Ticket" },
        ]}
        description="Tell us what you need. We answer here and let you know by mail."
      />
      <TicketForm />
    </>
  );
}
