import { product } from "@plumbline/contract/product.ts";
import { type Notice, notice } from "../../platform/events.ts";
import { post } from "../../platform/mail.ts";
import { findProfile } from "./store.ts";

export const profilesNotices: Notice[] = [
  // Both addresses hear of it: the old one belongs to whoever should know if it was not them.
  notice("profile.email_changed", async (house, event) => {
    const found = await findProfile(house.db, event.subjectId);
    if (!found) return;
    const { from, to } = event.data as { from: string; to: string };
    const greeting = `Dear ${found.profile.name.split(" ")[0]},`;
    await post(house.db, event, {
      kind: "profile.email_changed.old",
      to: from,
      subject: "Your e-mail address has been changed",
      greeting,
      paragraphs: [`Your ${product} account now uses ${to}. Sign in with that address from now on.`],
      action: { label: "This was not me", url: `${house.settings.publicUrl}/contact` },
    });
    await post(house.db, event, {
      kind: "profile.email_changed.new",
      to,
      subject: `This is now the e-mail of your ${product} account`,
      greeting,
      paragraphs: [
        "You changed the e-mail of your account to this address. Sign in with it from now on; your password stays as it is.",
      ],
    });
  }),
];
