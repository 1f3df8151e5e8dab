import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One cacheable list of routes instead of a request per link that scrolls into view.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
