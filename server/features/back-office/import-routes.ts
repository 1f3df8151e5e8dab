import { checkImport, importMembers } from "@plumbline/contract/back-office/import.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { checkFile, importLines } from "./importing.ts";

/** Taking over members from a file. */
export const importRoutes = (context: AppContext) => [
  handle(checkImport, ({ body }) => checkFile(context, body.csv)),
  handle(importMembers, ({ body, member }) => importLines(context, member, body)),
];
