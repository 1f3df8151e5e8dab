export const pageStyle = `
:root{--chalk:#F7F4EE;--ink:#16262B;--slate:#4C5F63;--mist:#DDE4E1;--spruce:#1F5C4D;--soft:#E4EFEB;--brass:#B07D2B;--clay:#B4452F;--display:"Fraunces Variable",Fraunces,Georgia,serif}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--chalk);color:var(--ink);font:16px/1.55 "Inter Variable",Inter,system-ui,sans-serif}
h1,h2{font-family:var(--display);font-weight:480;line-height:1.15;letter-spacing:-.01em;margin:0}
h1{display:flex;align-items:center;gap:10px;font-size:28px}h1 svg{height:30px}h2{font-size:28px;overflow-wrap:anywhere}
a{color:var(--spruce)}:focus-visible{outline:2px solid var(--spruce);outline-offset:2px;border-radius:4px}
header{display:flex;flex-wrap:wrap;gap:16px 48px;align-items:end;justify-content:space-between;padding:24px 32px}
header p{margin:4px 0 0;color:var(--slate);font-size:14px}
form{max-width:440px;display:flex;flex-wrap:wrap;gap:8px;align-items:center}label{font-size:14px;font-weight:560;width:100%}
input{font:inherit;min-width:0;width:260px;padding:9px 12px;border:1px solid #7E908F;border-radius:8px;background:#fff;color:inherit}input[aria-invalid]{border-color:var(--clay)}
button{font:560 15px/1 inherit;font-family:inherit;padding:13px 18px;border:0;border-radius:8px;background:var(--spruce);color:#fff;cursor:pointer}
.problem{width:100%;color:var(--clay)}
.panes{flex:1;display:grid;grid-template-columns:minmax(280px,380px) 1fr;background:#fff;border-top:1px solid var(--mist)}
#list{border-right:1px solid var(--mist)}#list ul{list-style:none;margin:0;padding:0}#list li{border-bottom:1px solid var(--mist)}
#list li a{display:block;padding:14px 24px 14px 32px;color:inherit;text-decoration:none;border-left:3px solid transparent;overflow-wrap:anywhere}
#list li a:hover{background:#FAF9F6}#list li a[aria-current]{background:var(--soft);border-left-color:var(--brass)}
#list strong,#list li span,#list time{display:block}#list strong{font-weight:600}#list li span,#list time{font-size:14px;color:var(--slate)}
.pages{display:flex;gap:24px;padding:16px 32px;margin:0}.empty{padding:32px;margin:0;color:var(--slate);overflow-wrap:anywhere}
#mail{padding:32px;min-width:0;display:flex;flex-direction:column}.idle{color:var(--slate);justify-content:center;align-items:center}
.back{display:none;margin:0 0 16px}
dl{margin:16px 0 0;display:grid;gap:2px}dl div{display:flex;gap:12px}dt{color:var(--slate);width:48px;flex:none}dd{margin:0;overflow-wrap:anywhere}
.files{margin:16px 0 0;padding:12px 16px 12px 32px;background:var(--chalk);border-radius:8px}
.tabs{display:flex;gap:24px;margin-top:24px;border-bottom:1px solid var(--mist)}.tabs a{padding:8px 0;text-decoration:none;border-bottom:2px solid transparent}.tabs a[aria-current]{color:var(--ink);border-color:var(--brass)}
iframe{flex:1;width:100%;min-height:560px;margin-top:16px;border:1px solid var(--mist);border-radius:10px;background:#fff}
.text{margin-top:24px;max-width:68ch;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:720px){header{padding:20px}.panes{display:block}#list{border-right:0}#list li a{padding-inline:20px}.pages,.empty,#mail{padding-inline:20px}.idle{display:none}.reading #list,.reading header form,.reading header p{display:none}.back{display:block}input{flex:1}iframe{min-height:70vh}}
`;

// Only the list is refreshed, so that the open mail keeps its scroll position.
export const pageScript = `
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("list");
    const list = document.getElementById("list");
    if (fresh && fresh.innerHTML !== list.innerHTML && !list.contains(document.activeElement)) list.replaceChildren(...fresh.childNodes);
  } catch {}
}, 4000);
`;
