import { Select } from "@mantine/core";
import { statuses, statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { useSearchParams } from "react-router";
import classes from "./engagements.module.css";

const all = "all";

/** Status and order are in the address, so that a list can be shared and the back button works. */
export function EngagementsFilter() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string | null, otherwise: string) => {
    const next = new URLSearchParams(search);
    next.delete("from");
    if (value && value !== otherwise) next.set(name, value);
    else next.delete(name);
    setSearch(next, { preventScrollReset: true });
  };
  return (
    <div className={classes.filter}>
      <Select
        label="Status"
        allowDeselect={false}
        value={search.get("status") ?? all}
        onChange={(value) => set("status", value, all)}
        data={[
          { value: all, label: "ALL" },
          ...statuses.map((status) => ({ value: status, label: statusLabels[status] })),
        ]}
      />
      <Select
        label="Sort by"
        allowDeselect={false}
        value={search.get("order") === "asc" ? "asc" : "desc"}
        onChange={(value) => set("order", value, "desc")}
        data={[
          { value: "desc", label: "Newest First" },
          { value: "asc", label: "Oldest First" },
        ]}
      />
    </div>
  );
}
