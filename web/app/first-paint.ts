import { sessionKey } from "./stored-session.ts";

/**
 * Runs in the head before anything is displayed. The server knows no session, so it always renders the visitor's
 * header; this script hides it for a member until the page is hydrated with theirs. Carries the response's nonce.
 */
export const firstPaint = `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(sessionKey)}));if(s&&s.access_token&&s.expires_at>Date.now())document.documentElement.dataset.role=s.user}catch(e){}`;
