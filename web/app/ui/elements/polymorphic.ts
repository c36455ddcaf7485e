import type { ComponentPropsWithRef, ElementType } from "react";

/** Own props, and those of the element or component that `component` names. */
export type Polymorphic<Own, T extends ElementType> = Own & { component?: T } & Omit<
    ComponentPropsWithRef<T>,
    keyof Own | "component"
  >;
