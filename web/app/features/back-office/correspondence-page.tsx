import { listThreads } from "@plumbline/contract/correspondence/contract.ts";
import {
  type ThreadState,
  threadKindLabels,
  threadKinds,
  threadStateLabels,
  threadStates,
} from "@plumbline/contract/correspondence/rules.ts";
import { Link, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import type { Route } from "./+types/correspondence-page.ts";
import classes from "./lists.module.css";

export const meta = () => titled("Correspondence");

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  call(listThreads, { query: filtersIn(listThreads, request) });

export const threadTones: Record<ThreadState, Tone> = { open: "wait", answered: "calm", closed: "quiet" };

/** The conversations with people who wrote from the contact page or after a search without results. */
export default function CorrespondencePage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <ListPage
      title="Correspondence"
      sentence="Whoever wrote to us: from the contact page, or because their search found nobody. The longest wait comes first."
      before={
        <FilterBar
          label="Filter the correspondence"
          choices={[
            {
              name: "state",
              label: "State",
              options: threadStates.map((value) => ({ value, label: threadStateLabels[value] })),
            },
            {
              name: "kind",
              label: "From",
              all: "Everywhere",
              options: threadKinds.map((value) => ({ value, label: threadKindLabels[value] })),
            },
            {
              name: "assigned",
              label: "With",
              all: "Anybody",
              options: [
                { value: "me", label: "Me" },
                { value: "nobody", label: "Nobody yet" },
              ],
            },
          ]}
        />
      }
      empty={
        isFiltered(Object.fromEntries(search))
          ? { title: "Nothing found", text: "None of the correspondence is like that. Try fewer filters." }
          : { title: "Nobody is waiting", text: "What visitors and members write to us appears here." }
      }
      list={loaderData}
      exported={listThreads}
      columns={[
        {
          title: "Who",
          cell: ({ id, name, email }) => (
            <div className={classes.who}>
              <Link to={`/back-office/correspondence/${id}`}>{name}</Link>
              <div className="small">{email}</div>
            </div>
          ),
        },
        { title: "What", phone: "wide", cell: ({ excerpt }) => excerpt },
        { title: "From", cell: ({ kind }) => threadKindLabels[kind] },
        { title: "Since", cell: ({ last_at: at }) => momentHere(at) },
        { title: "With", cell: ({ assigned_to: staff }) => staff?.name ?? "Nobody yet" },
        {
          title: "State",
          phone: "end",
          cell: ({ state }) => <Badge tone={threadTones[state]}>{threadStateLabels[state]}</Badge>,
        },
      ]}
    />
  );
}
