import { expect, test } from "vitest";
import { paymentStatusColor, ticketStatusColor } from "#web/ui/status-badge.tsx";

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
  expect(colors.map(paymentStatusColor)).toEqual([
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
  expect(["open", "In-Progress", "resolved", "closed"].map(ticketStatusColor)).toEqual([
    "accent",
    "yellow",
    "green",
    "gray",
  ]);
});
