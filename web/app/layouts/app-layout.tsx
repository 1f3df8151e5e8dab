import "../ui/mantine-styles.ts";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { Outlet } from "react-router";
import { config } from "zod";
import type { RouteHandle } from "../hydration.ts";
import { theme, variables } from "../ui/theme.ts";

// zod compiles schemas with eval where it may; our policy forbids it, and already the attempt is reported as a
// violation.
config({ jitless: true });

export const handle: RouteHandle = { hydrate: "always" };

/** The form kit's provider: forms and members' pages are below it; public pages work without it. */
export default function AppLayout() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="light">
      <Outlet />
      <div id="overlays" />
      <Notifications position="bottom-right" />
    </MantineProvider>
  );
}
