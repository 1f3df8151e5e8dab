import { readFileAddresses } from "@plumbline/contract/files/contract.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import { addressOf } from "../../platform/file-addresses.ts";
import { visibleFiles } from "./store.ts";

export const filesRoutes = (house: House) => [
  handle(readFileAddresses, async ({ member, query }) =>
    (await visibleFiles(house.db, member.id, query.ids)).map((file) => ({ id: file.id, file: addressOf(house, file) })),
  ),
];
