import { listSiteTexts, saveSiteText } from "@plumbline/contract/site-texts/contract.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { GroupedTables } from "../../ui/grouped-tables.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/site-texts-page.ts";

export const meta = () => titled("Banners and legal pages");

export const clientLoader = () => call(listSiteTexts, {});

/** The texts of the public pages that staff can change; or where they are changed instead. */
export default function SiteTextsPage({ loaderData: { edited_at: elsewhere, entries } }: Route.ComponentProps) {
  return (
    <Page
      title="Banners and legal pages"
      sentence="What the public pages say. Visitors read a change at once, and each version can be taken again."
      note={<ReadOnlyNote of={saveSiteText} />}
    >
      {elsewhere && (
        <Banner
          title="These texts are edited in your content service."
          action={
            <a href={elsewhere} target="_blank" rel="noreferrer">
              Open {new URL(elsewhere).host}
            </a>
          }
        >
          What is changed there is on the public pages within a few seconds.
        </Banner>
      )}
      <GroupedTables
        rows={entries}
        columns={[
          {
            title: "Text",
            cell: ({ name, label, title }) => (
              <div>
                <Link to={`/back-office/content/${name}`}>{label}</Link>
                <div className="small">{title.replaceAll("*", "")}</div>
              </div>
            ),
          },
          { title: "Page", cell: ({ path }) => <a href={path}>{path}</a> },
          {
            title: "State",
            phone: "end",
            cell: ({ changed }) =>
              changed ? (
                <div>
                  <Badge tone="wait">Changed</Badge>
                  <div className="small">{`${changed.by}, ${momentHere(changed.at)}`}</div>
                </div>
              ) : (
                <Badge tone="quiet">As delivered</Badge>
              ),
          },
        ]}
      />
    </Page>
  );
}
