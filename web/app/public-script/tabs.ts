import { keepCurrentCentred } from "../ui/keep-current-centred.ts";

for (const row of document.querySelectorAll<HTMLElement>("nav[data-tabs]")) keepCurrentCentred(row);
