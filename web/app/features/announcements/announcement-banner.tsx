import { type Announced, dismissAnnouncement } from "@plumbline/contract/announcements/contract.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { updateMe } from "../../shell/me.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import classes from "./announcement.module.css";

/** An announcement on every page of a member, until they dismiss it. */
export default function AnnouncementBanner({ announced: { id, title, text, link } }: { announced: Announced }) {
  return (
    <div className={`wrap ${classes.banner}`}>
      <Banner
        title={title}
        action={
          <Button
            variant="line"
            aria-label={`Dismiss: ${title}`}
            onClick={async () => {
              updateMe({ banner: null });
              // It comes back with the next page when the server did not hear of it.
              await call(dismissAnnouncement, { params: { id } }).catch(() => {});
            }}
          >
            Dismiss
          </Button>
        }
      >
        <span className={classes.words}>{text}</span> {link && <Link to={link}>Read more</Link>}
      </Banner>
    </div>
  );
}
