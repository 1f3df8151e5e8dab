import * as contract from "@plumbline/contract/site-texts/contract.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { momentHere } from "../../moment-here.ts";
import { TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { notice } from "../../ui/notice.ts";
import { useOneAtATime } from "../../ui/use-one-at-a-time.ts";
import classes from "./site-text.module.css";

/** A text as visitors read it, and what it is. */
export type Looked = { title: string; shown: contract.ShownSiteText };

/** The versions of a text, the newest first, and what was delivered: each can be looked at and taken again. */
export function Versions({
  text: { name, version, versions },
  onFailure,
  onLook,
  save,
  discardFirst = (act) => act(),
}: {
  text: contract.SiteTextView;
  onFailure: (failure: Failure | null) => void;
  onLook: (asked: Promise<Looked>) => Promise<void>;
  /** Sends a change of the version that is shown; left out where nobody may change it. */
  save?: (send: (version: number) => Promise<unknown>) => Promise<unknown>;
  /** Asks before taking a version again throws away what was typed. */
  discardFirst?: (act: () => void) => void;
}) {
  const { revalidate } = useRevalidator();
  const once = useOneAtATime();
  if (versions.length === 0) return null;
  const present = versions[0]?.delivered ? 0 : version;
  const look = async (of: number) => {
    onFailure(null);
    const asked = call(contract.readSiteTextVersion, { params: { name, version: of } });
    await onLook(asked.then((shown) => ({ title: wordsFor(of), shown })));
  };
  const restore = async (of: number) => {
    onFailure(null);
    await save?.((version) => call(contract.restoreSiteText, { params: { name }, body: { of, version } }));
    notice(of === 0 ? "Visitors read the delivered text again." : `Visitors read version ${of} again.`);
    await revalidate();
  };
  const rows = [...versions, { version: 0, title: "", delivered: true, by: "The product", created_at: "" } as const];
  return (
    <DataTable
      caption="Versions"
      rows={rows}
      rowKey={(each) => each.version}
      columns={[
        {
          title: "Version",
          cell: (each) => (
            <div>
              {wordsFor(each.version)}
              {each.version > 0 && (
                <div className="small">{each.delivered ? "The delivered text again" : each.title}</div>
              )}
            </div>
          ),
        },
        { title: "By", cell: (each) => `${each.by}${each.created_at && `, ${momentHere(each.created_at)}`}` },
        {
          title: "",
          cell: (each) => (
            <div className={classes.choices}>
              <TextButton
                aria-label={`Look at ${wordsFor(each.version).toLowerCase()}`}
                onClick={() => void look(each.version).catch(onFailure)}
              >
                Look
              </TextButton>
              {each.version === present ? (
                <span className="small">Shown now</span>
              ) : (
                // A version that took the delivered text again is that text.
                save &&
                (each.version === 0 || !each.delivered) && (
                  <TextButton
                    aria-label={`Use again: ${wordsFor(each.version).toLowerCase()}`}
                    onClick={() => discardFirst(() => void once(() => restore(each.version)).catch(onFailure))}
                  >
                    Use again
                  </TextButton>
                )
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

const wordsFor = (version: number) => (version === 0 ? "As delivered" : `Version ${version}`);
