import { readDesk } from "@plumbline/contract/back-office/desk.ts";
import { searchEverything } from "@plumbline/contract/back-office/search.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { readDeskFor } from "./desk.ts";
import { memberRoutes } from "./member-routes.ts";
import { queueRoutes } from "./queue-routes.ts";
import { findAnything } from "./search.ts";

export const deskRoutes = (context: AppContext) => [
  ...memberRoutes(context),
  ...queueRoutes(context),
  handle(readDesk, ({ member }) => readDeskFor(context, member)),
  handle(searchEverything, async ({ query }) => ({ entries: query.q ? await findAnything(context.db, query.q) : [] })),
];
