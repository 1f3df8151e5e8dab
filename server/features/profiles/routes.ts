import type { Role } from "@plumbline/contract/product.ts";
import * as profiles from "@plumbline/contract/profiles/contract.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { ownCustomersByName } from "../engagements/view.ts";
import { oneOf, withinQuota } from "../files/actions.ts";
import { readOwn, readPublic, saveProfile } from "./actions.ts";
import { currentPackageOf } from "./current-package.ts";
import { storePhoto } from "./photo.ts";
import type { MemberWithProfile } from "./store.ts";
import { ownView, publicView } from "./view.ts";
import { advisorSave, customerSave } from "./wire.ts";

const roleOf = { customers: "customer", advisors: "advisor" } as const satisfies Record<string, Role>;

export const profilesRoutes = (context: AppContext) => {
  const own = async (found: MemberWithProfile, member: Member) => {
    // An advisor has no membership, and a customer no customers.
    if (member.role !== "advisor") return ownView(context, found, await currentPackageOf(context, member.id));
    const [view, customers] = await Promise.all([ownView(context, found, null), ownCustomersByName(context, member)]);
    return { ...view, customers };
  };
  return [
    handle(profiles.readOwnProfile, async ({ params, member }) => {
      if (member.role !== roleOf[params.role]) throw notFound();
      return own(await readOwn(context, member), member);
    }),
    handle(profiles.saveAdvisorProfile, async ({ body, member }) =>
      own(await saveProfile(context, member, advisorSave(body)), member),
    ),
    handle(profiles.saveCustomerProfile, async ({ body, member }) =>
      own(await saveProfile(context, member, customerSave(body)), member),
    ),
    handle(profiles.readPublicProfile, async ({ params, member }) =>
      publicView(context, await readPublic(context, member, roleOf[params.role], params.id)),
    ),
    handle(profiles.uploadPhoto, ({ files, member }) => storePhoto(context, member, oneOf(files)), {
      beforeFiles: withinQuota(context, "file"),
    }),
  ];
};
