import { dayInLondon } from "@plumbline/contract/dates.ts";
import * as prices from "@plumbline/contract/prices/contract.ts";
import { type Account, moneySettings, settingKinds } from "@plumbline/contract/prices/rules.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { findMember } from "../accounts/store.ts";
import { changeSetting, withdrawSetting } from "./actions.ts";
import { listSettings } from "./store.ts";
import { publishedView, settingsView } from "./view.ts";

/** How many changes are read at once. */
const page = 200;

export const pricesRoutes = (context: AppContext) => {
  const today = () => dayInLondon(context.clock.now());
  const everybodys = async (most = page, before?: number) => {
    const [book, rows] = await Promise.all([
      context.moneyTerms.book(context.db),
      listSettings(context.db, null, { before, limit: most + 1 }),
    ]);
    return settingsView(book, today(), null, moneySettings, { rows, most });
  };
  const found = async (id: number): Promise<Account> => {
    const member = await findMember(context.db, id);
    if (!member || member.role === "staff") throw notFound();
    return { id, role: member.role };
  };
  const ofMember = async ({ id, role }: Account) => {
    const [book, rows] = await Promise.all([
      context.moneyTerms.book(context.db),
      listSettings(context.db, id, { limit: page + 1 }),
    ]);
    const own = moneySettings.filter((setting) => settingKinds[setting].ownFor === role);
    return settingsView(book, today(), id, own, { rows, most: page });
  };
  return [
    handle(prices.publishedTerms, async () => publishedView(await context.moneyTerms.book(context.db), today(), null)),
    handle(prices.ownTerms, async ({ member }) =>
      publishedView(await context.moneyTerms.book(context.db), today(), member.id),
    ),
    handle(prices.readMoneySettings, ({ query, most }) => everybodys(most, query.before)),
    handle(prices.changeMoneySetting, async ({ member, body }) => {
      await changeSetting(context, member, null, body);
      return everybodys();
    }),
    handle(prices.withdrawMoneySetting, async ({ member, params, body }) => {
      await withdrawSetting(context, member, params.id, body.reason);
      return everybodys();
    }),
    handle(prices.readMemberSettings, async ({ params }) => ofMember(await found(params.id))),
    handle(prices.changeMemberSetting, async ({ member, params, body }) => {
      const owner = await found(params.id);
      await changeSetting(context, member, owner, body);
      return ofMember(owner);
    }),
  ];
};
