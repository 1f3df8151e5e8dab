import type { Role } from "@plumbline/contract/product.ts";
import * as profiles from "@plumbline/contract/profiles/contract.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import type { ReceivedFile } from "../../platform/files.ts";
import type { Member } from "../../platform/members.ts";
import { notFound } from "../../platform/problems.ts";
import { ownCustomersByName } from "../engagements/view.ts";
import { whileThereIsRoom } from "../files/actions.ts";
import { readOwn, readPublic, saveProfile } from "./actions.ts";
import { currentPackageOf } from "./current-package.ts";
import { keepPhoto } from "./photo.ts";
import type { MemberWithProfile } from "./store.ts";
import { ownView, publicView } from "./view.ts";
import { advisorSave, customerSave } from "./wire.ts";

const roleOf = { customers: "customer", advisors: "advisor" } as const satisfies Record<string, Role>;

export const profilesRoutes = (house: House) => {
  const own = async (found: MemberWithProfile, member: Member) => ({
    ...(await ownView(house, found, await currentPackageOf(house, found.member.id))),
    ...(member.role === "advisor" ? { customers: await ownCustomersByName(house, member) } : {}),
  });
  return [
    handle(profiles.readOwnProfile, async ({ params, member }) => {
      if (member.role !== roleOf[params.role]) throw notFound();
      return own(await readOwn(house, member), member);
    }),
    handle(profiles.saveAdvisorProfile, async ({ body, member }) =>
      own(await saveProfile(house, member, advisorSave(body)), member),
    ),
    handle(profiles.saveCustomerProfile, async ({ body, member }) =>
      own(await saveProfile(house, member, customerSave(body)), member),
    ),
    handle(profiles.readPublicProfile, async ({ params, member }) =>
      publicView(house, await readPublic(house, member as Member, roleOf[params.role], params.id)),
    ),
    handle(profiles.uploadPhoto, ({ files, member }) => keepPhoto(house, member, files[0] as ReceivedFile), {
      beforeFiles: whileThereIsRoom(house, "file"),
    }),
  ];
};
