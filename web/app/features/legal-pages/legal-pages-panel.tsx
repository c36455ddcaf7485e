import { Tabs } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getPage, type PageRecord, type PageSlug, pageSlugs } from "#contract/pages.ts";
import { storeAnswer, useCall } from "#web/api/query.tsx";
import { LegalPageEditor, type LegalPagePreview } from "#web/features/legal-pages/legal-page-editor.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { PanelError, PanelHeader, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { leaveQuestion } from "#web/ui/unsaved-guard.ts";

const labels: Record<PageSlug, string> = {
  terms: "Terms of use",
  privacy: "Privacy",
  "refund-policy": "Refund policy",
};

/** The texts of /terms, /privacy and /refund-policy, one at a time; which one stands in the address. */
export function LegalPagesPanel({ preview }: { preview: LegalPagePreview }) {
  const { search, change } = useQueryInUrl();
  const [dirty, setDirty] = useState(false);
  const confirm = useConfirm();
  const wanted = new URLSearchParams(search).get("page");
  const slug = pageSlugs.find((each) => each === wanted) ?? "terms";

  async function open(next: string | null) {
    if (!next || next === slug) return;
    if (dirty && !(await confirm(leaveQuestion))) return;
    change({ page: next }, false);
  }

  return (
    <>
      <PanelHeader
        title="Legal pages"
        description="Linked from the footer, the register checkbox and the checkout. A new member accepts the version that stands at that moment."
      />
      <Tabs value={slug} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          {pageSlugs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {labels[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={slug}>
          <OnePage key={slug} slug={slug} preview={preview} onDirty={setDirty} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function OnePage(props: { slug: PageSlug; preview: LegalPagePreview; onDirty: (dirty: boolean) => void }) {
  const { slug } = props;
  const client = useQueryClient();
  const input = { params: { slug } };
  const page = useCall(getPage, input);
  if (page.isError)
    return <PanelError error={page.error} title={`Failed to fetch the text of ${labels[slug]}`} />;
  if (!page.data) return <PanelLoading label="Loading text..." />;
  const store = (record: PageRecord) => storeAnswer(client, getPage, input, { success: true, data: record });
  return (
    <LegalPageEditor
      record={page.data}
      label={labels[slug]}
      store={store}
      preview={props.preview}
      onDirty={props.onDirty}
    />
  );
}
