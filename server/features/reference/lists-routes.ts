import { kinds } from "@plumbline/contract/reference/contract.ts";
import * as lists from "@plumbline/contract/reference/lists.ts";
import { listTexts } from "@plumbline/contract/reference/rules.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { handle } from "../../http/endpoints.ts";
import { invalid, notFound } from "../../http/problems.ts";
import { openSharedReads } from "../../http/shared-reads.ts";
import * as actions from "./lists-actions.ts";
import { findEntry, listSizes, readEntries } from "./lists-store.ts";

/** A list is the same for all who look. */
const reads = preparedOn(() => openSharedReads<lists.List>());

export const listsRoutes = (context: AppContext) => {
  const list = async ({ kind, parentId, country: known }: actions.Place): Promise<lists.List> => {
    const [rows, country] = await Promise.all([
      readEntries(context.db, kind, parentId),
      parentId === null ? null : (known ?? findEntry(context.db, parentId)),
    ]);
    const countedAt = rows.find((row) => row.countedAt !== null)?.countedAt ?? null;
    return {
      kind,
      country: country && { id: country.id, name: country.name },
      entries: rows.map(({ id, name, retiredAt, version, profiles, searches, engagements }) => ({
        id,
        name,
        offered: retiredAt === null,
        uses: { profiles: profiles ?? 0, searches: searches ?? 0, engagements: engagements ?? 0 },
        version,
      })),
      counted_at: countedAt && isoOf(countedAt),
    };
  };
  return [
    handle(lists.listLists, async () => {
      const sizes = await listSizes(context.db);
      return {
        entries: kinds.map((kind) => {
          const size = sizes.find((each) => each.kind === kind);
          return { kind, offered: size?.offered ?? 0, retired: size?.retired ?? 0 };
        }),
      };
    }),
    handle(lists.readList, ({ params, query }) =>
      reads(context.db)(`${params.kind} ${query.country_id}`, async () => {
        const place = await actions.placeOf(context.db, params.kind, query.country_id);
        if (!place) throw notFound();
        return list(place);
      }),
    ),
    handle(lists.addEntry, async ({ params, body, member }) => {
      const place = await actions.placeOf(context.db, params.kind, body.country_id);
      if (!place) throw invalid({ country_id: [listTexts.noCountry] });
      await actions.addEntry(context, member, place, body.name);
      return list(place);
    }),
    handle(lists.orderList, async ({ params, body, member }) => {
      await actions.orderList({ context, staff: member }, params.kind, body);
      return list({ kind: params.kind, parentId: null });
    }),
    handle(lists.renameEntry, async ({ params, body, member }) =>
      list(await actions.renameEntry({ context, staff: member }, { ...params, ...body }, body.name)),
    ),
    handle(lists.retireEntry, async ({ params, body, member }) =>
      list(await actions.retireEntry({ context, staff: member }, { ...params, ...body })),
    ),
    handle(lists.offerEntry, async ({ params, body, member }) =>
      list(await actions.offerEntry({ context, staff: member }, { ...params, ...body })),
    ),
    handle(lists.mergeEntry, async ({ params, body, member }) =>
      list(await actions.mergeEntry({ context, staff: member }, { ...params, ...body }, body.into)),
    ),
  ];
};
