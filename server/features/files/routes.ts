import { readFileAddresses } from "@plumbline/contract/files/contract.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { visibleFiles } from "./store.ts";

export const filesRoutes = (context: AppContext) => [
  handle(readFileAddresses, async ({ member, query }) =>
    (await visibleFiles(context.db, member.id, query.ids)).map((file) => ({
      id: file.id,
      file: context.fileAddresses(file),
    })),
  ),
];
