import "../ui/mantine-styles.ts";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { Outlet } from "react-router";
import { config } from "zod";
import { theme, variables } from "../ui/theme.ts";

// Schemas compile themselves with eval where they may; our policy forbids it, and the attempt alone is a fault in its log.
config({ jitless: true });

/** The form kit's provider: forms and member pages stand below it, public pages do without. */
export default function AppLayout() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="light">
      <Outlet />
      <div id="overlays" />
      <Notifications position="bottom-right" />
    </MantineProvider>
  );
}
