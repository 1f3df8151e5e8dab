import "../ui/mantine-styles.ts";
import { MantineProvider } from "@mantine/core";
import { memo } from "react";
import { Outlet } from "react-router";
import type { RouteHandle } from "../hydration.ts";
import { Notices } from "../ui/notices.tsx";
import { theme, variables } from "../ui/theme.ts";

export const handle: RouteHandle = { hydrate: "always" };

/** The form kit's provider: forms and members' pages are below it; public pages work without it. */
export default function AppLayout() {
  return <FormKit />;
}

/** Without properties, because the kit computes its hundreds of variables anew whenever its provider is drawn. */
const FormKit = memo(() => (
  <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="light">
    <Outlet />
    <div id="overlays" />
    <Notices />
  </MantineProvider>
));
