import "../ui/mantine-styles.ts";
import { MantineProvider } from "@mantine/core";
import { Outlet } from "react-router";
import type { RouteHandle } from "../hydration.ts";
import { Notices } from "../ui/notices.tsx";
import { theme, variables } from "../ui/theme.ts";

export const handle: RouteHandle = { hydrate: "always" };

/** The form kit's provider: forms and members' pages are below it; public pages work without it. */
export default function AppLayout() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="light">
      <Outlet />
      <div id="overlays" />
      <Notices />
    </MantineProvider>
  );
}
