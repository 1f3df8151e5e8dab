import * as matching from "@plumbline/contract/matching/contract.ts";
import { texts } from "@plumbline/contract/matching/rules.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { askTheTeam, findMatches, preferenceOf, savePreference } from "./actions.ts";
import { pageOfRequests } from "./store.ts";
import { matchesView, myMatchesView, preferenceView, requestView } from "./view.ts";

const pageSize = 20;

export const matchingRoutes = (context: AppContext) => [
  handle(matching.updatePreference, async ({ body, member }) => {
    await savePreference(context, member, {
      industryId: body.industry_id,
      companySizeId: body.company_size_id,
      expertiseAreaIds: body.expertise_area_ids,
    });
    return preferenceView(context, await preferenceOf(context, member));
  }),
  handle(matching.currentPreference, async ({ member }) =>
    preferenceView(context, await preferenceOf(context, member)),
  ),
  handle(matching.matchedAdvisors, async ({ member, query }) => {
    const { wanted, found } = await findMatches(context, member, query.limit);
    return wanted ? matchesView(context, wanted, found) : [];
  }),
  handle(matching.requestAdvisor, async ({ body, member }) => {
    await askTheTeam(context, member, body.message);
    return { message: texts.thanks };
  }),
  handle(matching.myMatches, async ({ member }) => {
    await context.matchIndex.whenUpToDate();
    return myMatchesView(context, member);
  }),
  handle(matching.listRequests, async ({ query }) => {
    const { rows, total } = await pageOfRequests(context.db, query.page, pageSize);
    return { entries: rows.map(requestView), pagination: { limit: pageSize, current: query.page, total_count: total } };
  }),
];
