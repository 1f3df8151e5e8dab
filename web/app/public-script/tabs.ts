import { centreCurrent } from "../ui/centre-current.ts";

for (const row of document.querySelectorAll<HTMLElement>("nav[data-tabs]")) centreCurrent(row);
