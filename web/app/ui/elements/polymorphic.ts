import type { ComponentPropsWithRef, ElementType } from "react";

/** Own props, and those of the element or component that `component` names. */
export type Polymorphic<Own, T extends ElementType> = Own & { component?: T } & Omit<
    ComponentPropsWithRef<T>,
    keyof Own | "component"
  >;

/** What an element is drawn as, and its other props; inside, those of the element or component go along unlooked at. */
export function takeComponent<Own, T extends ElementType>(
  props: Polymorphic<Own, T>,
  instead: ElementType,
): [ElementType, Own] {
  const { component = instead, ...others } = props as { component?: ElementType };
  return [component, others as Own];
}
