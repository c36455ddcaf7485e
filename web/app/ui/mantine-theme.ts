import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineTheme,
  parseThemeColor,
  type VariantColorsResolver,
} from "@mantine/core";
import { accent, dark, green, neutral, primary, red, yellow } from "#web/ui/palette.ts";

/**
 * The token family behind each Mantine colour name: `soft` is the ground of the light variant, `text` is legible on
 * it, on the page and on a surface, `fill` and `on` are the filled variant. The names of Mantine's own that a caller
 * may reach for (orange, blue, teal) are the brand's colours too, so that no foreign hue can appear.
 */
const families = {
  primary: {
    fill: "primary",
    hover: "primary-hover",
    on: "on-primary",
    soft: "primary-soft",
    text: "primary-text",
  },
  accent: {
    fill: "accent",
    hover: "accent-hover",
    on: "on-accent",
    soft: "accent-soft",
    text: "on-accent-soft",
  },
  green: {
    fill: "success",
    hover: "success-text",
    on: "on-state",
    soft: "success-soft",
    text: "success-text",
  },
  yellow: {
    fill: "warning",
    hover: "warning-text",
    on: "on-state",
    soft: "warning-soft",
    text: "warning-text",
  },
  red: { fill: "danger", hover: "danger-hover", on: "on-state", soft: "danger-soft", text: "danger-text" },
  gray: {
    fill: "neutral",
    hover: "neutral-text",
    on: "on-state",
    soft: "neutral-soft",
    text: "neutral-text",
  },
} as const;

type Family = (typeof families)[keyof typeof families];

const familyOf: Record<string, Family> = {
  ...families,
  orange: families.primary,
  blue: families.accent,
  cyan: families.accent,
  indigo: families.accent,
  teal: families.green,
  lime: families.green,
  pink: families.red,
};

const token = (name: string) => `var(--color-${name})`;

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const parsed = parseThemeColor({ color: input.color ?? input.theme.primaryColor, theme: input.theme });
  const family = parsed.isThemeColor && parsed.shade === undefined ? familyOf[parsed.color] : undefined;
  return family && input.variant === "filled" ? { ...colors, color: token(family.on) } : colors;
};

function familyVariables(theme: MantineTheme): Record<string, string> {
  const entries = Object.entries(familyOf).filter(([name]) => name in theme.colors);
  return Object.fromEntries(
    entries.flatMap(([name, family]) => {
      const at = `--mantine-color-${name}`;
      return [
        [`${at}-text`, token(family.text)],
        // Mantine gives a menu entry's text shade 6 in both schemes, which is legible in neither.
        [`${at}-6`, token(family.text)],
        [`${at}-filled`, token(family.fill)],
        [`${at}-filled-hover`, token(family.hover)],
        [`${at}-light`, token(family.soft)],
        [`${at}-light-hover`, `color-mix(in oklab, ${token(family.soft)}, ${token("text")} 8%)`],
        [`${at}-light-color`, token(family.text)],
        [`${at}-outline`, token(family.text)],
        [`${at}-outline-hover`, token("hover")],
      ];
    }),
  );
}

/** Mantine's variables in terms of the tokens, which know the scheme themselves; so both schemes get the same. */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => {
  const scheme = {
    ...familyVariables(theme),
    "--mantine-color-body": token("bg"),
    "--mantine-color-text": token("text"),
    "--mantine-color-bright": token("text"),
    "--mantine-color-dimmed": token("text-muted"),
    "--mantine-color-placeholder": token("text-placeholder"),
    "--mantine-color-anchor": token("link"),
    "--mantine-color-error": token("danger"),
    "--mantine-color-success": token("success"),
    "--mantine-color-default": token("surface"),
    "--mantine-color-default-hover": token("hover"),
    "--mantine-color-default-color": token("text"),
    "--mantine-color-default-border": token("border-strong"),
    "--mantine-color-disabled": token("sunken"),
    "--mantine-color-disabled-color": token("text-disabled"),
    "--mantine-color-disabled-border": token("border"),
    "--mantine-primary-color-contrast": token("on-accent"),
  };
  return { variables: {}, light: scheme, dark: scheme };
};

const paginationNames = {
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  last: "Last page",
};
const regularControl = { defaultProps: { size: "md" } };

/** The theme of the signed-in areas; its variables are in mantine-variables.css. */
export const mantineTheme = createTheme({
  colors: {
    primary,
    accent,
    yellow,
    green,
    red,
    gray: neutral,
    dark,
    orange: primary,
    blue: accent,
    cyan: accent,
    indigo: accent,
    teal: green,
    lime: green,
    pink: red,
  },
  // Mantine's "primary" tints links, focus and choices; what a person can do next has our own `primary`.
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 4 },
  white: "#ffffff",
  black: "#101b1a",
  autoContrast: true,
  variantColorResolver,
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: "var(--font-text)",
  fontFamilyMonospace: "var(--font-mono)",
  fontSizes: {
    xs: "var(--text-xs)",
    sm: "var(--text-s)",
    md: "var(--text-m)",
    lg: "var(--text-l)",
    xl: "var(--text-xl)",
  },
  fontWeights: { regular: "400", medium: "550", bold: "650" },
  headings: {
    fontFamily: "var(--font-display)",
    fontWeight: "750",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "var(--text-3xl)", lineHeight: "1.08" },
      h2: { fontSize: "var(--text-2xl)", lineHeight: "1.15" },
      h3: { fontSize: "var(--text-xl)", lineHeight: "1.2" },
      h4: { fontSize: "var(--text-l)", lineHeight: "1.3" },
      h5: { fontSize: "var(--text-m)", lineHeight: "1.4" },
      h6: { fontSize: "var(--text-s)", lineHeight: "1.4" },
    },
  },
  spacing: {
    xs: "var(--space-2)",
    sm: "var(--space-3)",
    md: "var(--space-4)",
    lg: "var(--space-6)",
    xl: "var(--space-8)",
  },
  radius: {
    xs: "4px",
    sm: "var(--radius-s)",
    md: "var(--radius-m)",
    lg: "var(--radius-l)",
    xl: "var(--radius-xl)",
  },
  defaultRadius: "md",
  shadows: {
    xs: "var(--shadow-1)",
    sm: "var(--shadow-1)",
    md: "var(--shadow-2)",
    lg: "var(--shadow-2)",
    xl: "var(--shadow-3)",
  },
  components: {
    ActionIcon: { defaultProps: { size: "lg", variant: "subtle", color: "gray" } },
    Alert: { defaultProps: { radius: "lg" } },
    Anchor: { defaultProps: { underline: "always" } },
    Autocomplete: regularControl,
    Button: { defaultProps: { color: "primary", size: "md" } },
    Card: { defaultProps: { radius: "lg", padding: "lg", withBorder: true } },
    Checkbox: { defaultProps: { size: "md" } },
    FileInput: regularControl,
    Menu: { defaultProps: { shadow: "xl", radius: "lg", position: "bottom-end" } },
    Modal: {
      defaultProps: {
        radius: "xl",
        centered: true,
        shadow: "xl",
        padding: "xl",
        closeButtonProps: { "aria-label": "Close" },
      },
    },
    // A dialog's <header> would be a second banner landmark of the page.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    NativeSelect: regularControl,
    NumberInput: regularControl,
    Pagination: {
      defaultProps: {
        size: "md",
        getControlProps: (control: keyof typeof paginationNames) => ({
          "aria-label": paginationNames[control],
        }),
      },
    },
    Paper: { defaultProps: { radius: "lg" } },
    PasswordInput: regularControl,
    Popover: { defaultProps: { shadow: "xl", radius: "lg" } },
    Radio: { defaultProps: { size: "md" } },
    Select: { defaultProps: { size: "md", allowDeselect: false } },
    Switch: { defaultProps: { size: "md" } },
    Table: { defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" } },
    TagsInput: regularControl,
    Textarea: { defaultProps: { size: "md", autosize: true, minRows: 3 } },
    TextInput: regularControl,
    Tooltip: {
      defaultProps: { openDelay: 250, withArrow: true, events: { hover: true, focus: true, touch: false } },
    },
  },
});
