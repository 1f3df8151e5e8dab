/*
 * The script of every page, and the only one of a page that is not hydrated for visitors. Pages work without it. It
 * listens on the document, so that it works for hydrated pages as well.
 */
import "./member.ts";
import "./return-note.ts";
import "./header.ts";
import "./appearance.ts";
import "./forms.ts";
import "./kept-input.ts";
import "./carousels.ts";
import "./load-more.ts";
import "./tabs.ts";
import "./map.ts";
import "./offline.ts";
