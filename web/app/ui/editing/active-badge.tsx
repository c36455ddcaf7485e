import { Badge } from "@mantine/core";

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge color={active ? "green" : "gray"}>{active ? "Active" : "Inactive"}</Badge>;
}
