import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from "@mantine/core";
import pills from "./pills.module.css";

const spruce: MantineColorsTuple = [
  "#e4efeb",
  "#d0e3dc",
  "#a9cbbf",
  "#7fb1a1",
  "#5a9683",
  "#3f7f6b",
  "#2f6f5f",
  "#276556",
  "#1f5c4d",
  "#17463b",
];
const clay: MantineColorsTuple = [
  "#f9e8e3",
  "#f2d3cb",
  "#e5aa9c",
  "#d7806c",
  "#cb6048",
  "#c35138",
  "#bd4a34",
  "#b8472f",
  "#b4452f",
  "#9a3624",
];
// The kit's greys, replaced by our ink and mist: 2 and 3 are hairlines, 4 the field's border, 5 the placeholder, 6
// secondary text.
const gray: MantineColorsTuple = [
  "#f7f8f7",
  "#eef2f0",
  "#dde4e1",
  "#dde4e1",
  "#9fb2ad",
  "#5d7075",
  "#4c5f63",
  "#3a4c51",
  "#22363b",
  "#16262b",
];

/** The brand as the form kit's theme. Shade 8 is the one dark enough for white text on it and for text on white. */
export const theme = createTheme({
  primaryColor: "spruce",
  primaryShade: 8,
  autoContrast: true,
  black: "#16262b",
  colors: { spruce, clay, red: clay, gray },
  fontFamily: "var(--text)",
  headings: { fontFamily: "var(--display)", fontWeight: "480" },
  defaultRadius: 8,
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.375rem" },
  // The kit's white is the colour of surfaces, which are dark in the dark scheme; text on a filled control stays white.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input);
    return input.variant === "filled" ? { ...colours, color: "var(--on-fill)" } : colours;
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Inside the page's main landmark, so that screen readers find what opens where it belongs
    // (layouts/app-layout.tsx).
    Portal: { defaultProps: { target: "#overlays" } },
    Button: { defaultProps: { size: "md" } },
    Input: { defaultProps: { size: "md" } },
    InputWrapper: {
      defaultProps: { size: "md", inputWrapperOrder: ["label", "description", "input", "error"] },
      // Room for the focus ring of the field.
      styles: { label: { paddingBottom: 3 } },
    },
    Select: { defaultProps: { size: "md", withCheckIcon: true, checkIconPosition: "right" } },
    Pill: { classNames: { root: pills.root, label: pills.label, remove: pills.remove } },
    MultiSelect: { defaultProps: { size: "md" }, classNames: { input: pills.field, inputField: pills.inner } },
    TextInput: { defaultProps: { size: "md" } },
    InputBase: { defaultProps: { size: "md" } },
    NumberInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    DateInput: { defaultProps: { size: "md" } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } } },
    CloseButton: { defaultProps: { "aria-label": "Close" } },
  },
});

/**
 * The kit always renders its light scheme, with colours from ui/tokens.css, which are light or dark by the system or the
 * reader's choice: public pages, which do not have the kit, follow the same tokens.
 */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-white": "var(--surface)",
    "--mantine-color-body": "var(--surface)",
    "--mantine-color-black": "var(--ink)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-bright": "var(--ink)",
    "--mantine-color-dimmed": "var(--slate)",
    "--mantine-color-placeholder": "var(--placeholder)",
    "--mantine-color-error": "var(--clay)",
    "--mantine-color-anchor": "var(--spruce)",
    "--mantine-color-default": "var(--surface)",
    "--mantine-color-default-hover": "var(--hover)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": "var(--line)",
    "--mantine-color-disabled": "var(--disabled)",
    "--mantine-color-disabled-color": "var(--placeholder)",
    "--mantine-primary-color-contrast": "var(--on-fill)",
    "--mantine-color-gray-0": "var(--hover)",
    "--mantine-color-gray-1": "var(--neutral-soft)",
    "--mantine-color-gray-2": "var(--mist)",
    "--mantine-color-gray-3": "var(--mist)",
    "--mantine-color-gray-4": "var(--line)",
    "--mantine-color-gray-5": "var(--placeholder)",
    "--mantine-color-gray-6": "var(--slate)",
    "--mantine-color-gray-7": "var(--slate)",
    "--mantine-color-gray-8": "var(--ink)",
    "--mantine-color-gray-9": "var(--ink)",
    "--mantine-color-spruce-0": "var(--spruce-soft)",
    "--mantine-color-spruce-filled": "var(--spruce-fill)",
    "--mantine-color-spruce-filled-hover": "var(--spruce-fill-deep)",
    "--mantine-color-spruce-light": "var(--spruce-soft)",
    "--mantine-color-spruce-light-hover": "var(--spruce-soft)",
    "--mantine-color-spruce-light-color": "var(--spruce)",
    "--mantine-color-spruce-outline": "var(--spruce)",
    "--mantine-color-spruce-outline-hover": "var(--spruce-soft)",
    "--mantine-color-clay-filled": "var(--clay-fill)",
    "--mantine-color-clay-filled-hover": "var(--clay-fill-deep)",
    "--mantine-color-clay-light": "var(--clay-soft)",
    "--mantine-color-clay-light-hover": "var(--clay-soft)",
    "--mantine-color-clay-light-color": "var(--clay)",
    "--mantine-color-clay-outline": "var(--clay)",
    "--mantine-color-clay-outline-hover": "var(--clay-soft)",
  },
  dark: {},
});
