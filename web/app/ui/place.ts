import { useEffect, useRef } from "react";
import { type Location, useLocation, useNavigationType } from "react-router";

/** Which part of a screen is shown, the one of its texts, and the record that an editor above it has open. */
const parts = ["panel", "text"];
const editors = ["coupon", "webhook"];

export type Address = Pick<Location, "pathname" | "search">;

/** Of what an address states, where a person is: the rest is how a screen shows its content. */
export const placeOf = (address: Address): string => stated(address, [...parts, ...editors]);

/** The same without the editor that stands above it. */
export const placeBelowEditor = (address: Address): string => stated(address, parts);

function stated({ pathname, search }: Address, names: string[]): string {
  const params = new URLSearchParams(search);
  return [pathname, ...names.map((name) => params.get(name))].join(" ");
}

/** Called when a screen was left, by Back as well. What a field writes into the address leaves none. */
export function useOnceLeft(act: () => void): void {
  const location = useLocation();
  const isPop = useNavigationType() === "POP";
  const shown = useRef(location);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation.
  useEffect(() => {
    if (isPop || placeOf(shown.current) !== placeOf(location)) act();
    shown.current = location;
  }, [location]);
}
