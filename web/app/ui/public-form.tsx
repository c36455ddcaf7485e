import type { ComponentProps, ReactNode } from "react";
import styles from "#web/ui/public-form.module.css";

/**
 * A form of a page for everyone, which scripts send. Where they are off it says so, and has nothing that one would fill in
 * for nothing. `instead` is the address to write to then.
 */
export function PublicForm(props: ComponentProps<"form"> & { instead?: ReactNode }) {
  const { instead, className, children, ...rest } = props;
  return (
    // Where the browser sends it after all, nothing of it stands in an address.
    <form {...rest} method="post" noValidate className={`${styles.form} ${className}`}>
      <noscript>
        <p>
          This form needs scripts, which your browser does not run here.
          {instead && <> Please write to {instead} instead.</>}
        </p>
      </noscript>
      {children}
    </form>
  );
}
