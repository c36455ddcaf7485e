import { expect, test } from "vitest";
import { statusColor } from "#web/ui/status-badge.tsx";

test("an order's status has its documented colour in any letter case, and grey when unknown", () => {
  const colors = [
    "completed",
    "Paid",
    "PROCESSING",
    "pending",
    "Shipped",
    "cancelled",
    "refunded",
    "constructor",
  ];
  expect(colors.map(statusColor)).toEqual([
    "green",
    "green",
    "yellow",
    "yellow",
    "accent",
    "red",
    "gray",
    "gray",
  ]);
});

test("a ticket's status has its documented colour", () => {
  expect(["open", "In-Progress", "resolved", "closed"].map(statusColor)).toEqual([
    "accent",
    "yellow",
    "green",
    "gray",
  ]);
});
