import { appearanceKey } from "./appearance.ts";
import { sessionKey } from "./stored-session.ts";

const setRole = `var s=JSON.parse(localStorage.getItem(${JSON.stringify(sessionKey)}));if(s.expires_at>Date.now())d.role=s.user`;
const setAppearance = `var a=localStorage.getItem(${JSON.stringify(appearanceKey)});if(a==="light"||a==="dark")d.appearance=a`;

// Only these forms have no address that the browser itself could post to.
const holdEarly = `addEventListener("submit",function(e){if(e.target.method==="dialog"&&e.target.dataset.form&&!("visitorForms"in d)){e.preventDefault();e.stopPropagation();e.target.dataset.pressed=""}},true)`;

/**
 * Runs in the head before anything is displayed. The server knows no session, so it always renders the visitor's
 * header; this script hides it for a member until the page is hydrated with theirs. It also applies the reader's choice
 * of light or dark, and holds what is submitted before its script has come (public-script/pressed-early.ts). Carries the
 * response's nonce.
 */
export const firstPaint = `try{var d=document.documentElement.dataset;${holdEarly};${setAppearance};${setRole}}catch(e){}`;
