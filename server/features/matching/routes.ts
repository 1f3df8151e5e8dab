import * as matching from "@plumbline/contract/matching/contract.ts";
import { texts } from "@plumbline/contract/matching/rules.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import { askTheTeam, findMatches, savePreference, wishOf } from "./actions.ts";
import { matchIndexOf } from "./match-index.ts";
import { pageOfRequests } from "./store.ts";
import { matchesView, myMatchesView, preferenceView, requestView } from "./view.ts";

const pageSize = 20;

export const matchingRoutes = (house: House) => [
  handle(matching.updatePreference, async ({ body, member }) => {
    await savePreference(house, member, {
      industryId: body.industry_id,
      companySizeId: body.company_size_id,
      expertiseAreaIds: body.expertise_area_ids,
    });
    return preferenceView(house, await wishOf(house, member));
  }),
  handle(matching.currentPreference, async ({ member }) => preferenceView(house, await wishOf(house, member))),
  handle(matching.matchedAdvisors, async ({ member }) => {
    const { wanted, found } = await findMatches(house, member);
    return wanted ? matchesView(house, wanted, found) : [];
  }),
  handle(matching.requestAdvisor, async ({ body, member }) => {
    await askTheTeam(house, member, body.message);
    return { message: texts.thanks };
  }),
  handle(matching.myMatches, async ({ member }) => {
    await matchIndexOf(house).told();
    return myMatchesView(house, member);
  }),
  handle(matching.listRequests, async ({ query }) => {
    const { rows, total } = await pageOfRequests(house.db, query.page, pageSize);
    return { entries: rows.map(requestView), pagination: { limit: pageSize, current: query.page, total_count: total } };
  }),
];
