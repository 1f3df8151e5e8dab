import { plural, type Role } from "@plumbline/contract/product.ts";
import type { OwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { updateSession } from "../../session.ts";
import { updateMe } from "../../shell/me.ts";
import { notice } from "../../ui/notice.ts";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import type { AdvisorLists } from "./lists.ts";

/**
 * A profile whose parts are saved by several forms of a page. Each save is based on the version read last; when another
 * tab was quicker, the newest version is loaded, so that saving again is a deliberate choice (row P-08).
 */
export function useSaving(role: Role, loaded: OwnProfile) {
  const [own, setOwn] = useState(loaded);
  const newest = useNewestVersion(own.profile, async () => {
    const { profile } = await call(readOwnProfile, { params: { role: plural[role] } });
    return profile;
  });
  const save = async (send: (version: number) => Promise<OwnProfile>) => {
    const answer = await newest.save(send);
    setOwn(answer);
    updateMe({ name: answer.profile.name, photo: answer.profile.photo });
    updateSession({ email: answer.email, profileSetup: answer.profile_setup, stripeSetup: answer.stripe_setup });
    notice(texts.saved);
  };
  return { own, setOwn, save };
}

/** What a section of the advisor's account is made of. */
export type AdvisorPart = { own: OwnProfile; lists: AdvisorLists; save: ReturnType<typeof useSaving>["save"] };
