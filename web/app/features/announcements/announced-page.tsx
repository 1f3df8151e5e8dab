import { readAnnounced } from "@plumbline/contract/announcements/contract.ts";
import { product } from "@plumbline/contract/product.ts";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/announced-page.ts";
import classes from "./announcement.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => titled(loaderData?.title ?? "Announcement");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(readAnnounced, { params: { id: params.id } });

/** An announcement that the member has received. */
export default function AnnouncedPage({ loaderData: { title, text, link, sent_at: at } }: Route.ComponentProps) {
  return (
    <Page
      title={title}
      sentence={`From ${product}, ${momentHere(at)}`}
      back={{ to: "/notifications", text: "Notifications" }}
      width="reading"
    >
      <p className={classes.text}>{text}</p>
      {link && <ButtonLink to={link}>Open the page</ButtonLink>}
    </Page>
  );
}
