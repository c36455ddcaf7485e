import { Badge } from "@mantine/core";

export function ActiveBadge({ active }: { active: boolean }) {
  return (
    <Badge miw="max-content" color={active ? "green" : "gray"}>
      {active ? "Active" : "Inactive"}
    </Badge>
  );
}
