import { Upload } from "lucide-react";
import { Link } from "react-router";
import { useRootData } from "#web/features/shell/root-data.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { setAddress, type ToSet } from "#web/ui/youtube-address.ts";

/** Leads to where a thumbnail is set on a video, in a shop that can connect channels. */
export function SetButton({ what, of }: { what: ToSet; of: string }) {
  if (!useRootData().shop.youtube) return null;
  return (
    <Button
      component={Link}
      to={setAddress(what)}
      size="sm"
      px="xs"
      variant="subtle"
      color="gray"
      leftSection={<Upload size={16} aria-hidden />}
      aria-label={`Set on YouTube: ${of}`}
    >
      Set on YouTube
    </Button>
  );
}
