/** A small page with words in it, and the words an answer about it has or has not. */
export interface DrawnCase {
  readonly way: string;
  readonly html: string;
}

/** The word that a person does not see in any of these pages. */
export const CANARY = 'canary';
/** The words that a person does see. */
export const PLAIN = 'plainly';

const way = (name: string, html: string): DrawnCase => ({ way: name, html });
/** Of a paragraph with that style. */
const styled = (css: string, name = css): DrawnCase => way(name, `<p style="${css}">${CANARY}</p>`);
/** Of a paragraph in a box with that style. */
const boxed = (css: string, name = `in a box: ${css}`): DrawnCase =>
  way(name, `<div style="${css}"><p>${CANARY}</p></div>`);

const BOX = 'position:absolute;left:0;top:0;width:300px;height:60px';
/** A box of its own size with words, and something over or under them. */
const layered = (name: string, words: string, other: string): DrawnCase =>
  way(name, `<div style="position:relative;height:80px">${words}${other}</div>`);
const under = (name: string, other: string): DrawnCase =>
  layered(name, `<p style="${BOX};margin:0">${CANARY}</p>`, other);

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///////yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

export const HIDDEN_WAYS: readonly DrawnCase[] = [
  // Not laid out, or not rendered.
  styled('display:none'),
  boxed('display:none'),
  styled('visibility:hidden'),
  boxed('visibility:hidden'),
  styled('visibility:collapse'),
  way(
    'a collapsed row of a table',
    `<table><tr style="visibility:collapse"><td>${CANARY}</td></tr><tr><td>Seen</td></tr></table>`,
  ),
  way('the attribute hidden', `<p hidden>${CANARY}</p>`),
  way('hidden=until-found', `<p hidden="until-found">${CANARY}</p>`),
  boxed('content-visibility:hidden'),
  way('a closed details', `<details><summary>More</summary><p>${CANARY}</p></details>`),
  way('a dialog that is not open', `<dialog>${CANARY}</dialog>`),
  way('a popover that is not open', `<div popover>${CANARY}</div>`),
  way('noscript', `<noscript>${CANARY}</noscript>`),
  way('a template', `<template>${CANARY}</template>`),
  way('a comment', `<!-- ${CANARY} --><p>Seen</p>`),
  way('meta', `<meta name="description" content="${CANARY}"><p>Seen</p>`),
  way('a data attribute', `<p data-note="${CANARY}">Seen</p>`),
  way('the title of a paragraph', `<p title="${CANARY}">Seen</p>`),
  way('a hidden field', `<input type="hidden" value="${CANARY}">`),
  way(
    'what only print shows',
    `<style>p{display:none}@media print{p{display:block}}</style><p>${CANARY}</p>`,
  ),
  way('what a canvas holds', `<canvas width="90" height="20">${CANARY}</canvas>`),
  way('what a video holds', `<video width="90" height="20">${CANARY}</video>`),
  way('what an audio holds', `<audio controls>${CANARY}</audio>`),
  way(
    'what an object holds',
    `<object type="image/gif" width="9" height="9" data="${PIXEL}">${CANARY}</object>`,
  ),
  way('what an iframe holds', `<iframe srcdoc="Seen">${CANARY}</iframe>`),
  way('what a progress bar holds', `<progress value="1" max="2">${CANARY}</progress>`),
  way('the parentheses of ruby', `<ruby>a<rp>${CANARY}</rp><rt>b</rt></ruby>`),
  way(
    'desc of an SVG',
    `<svg width="40" height="20"><desc>${CANARY}</desc><rect width="9" height="9"/></svg>`,
  ),
  way(
    'defs of an SVG',
    `<svg width="40" height="20"><defs><text y="9">${CANARY}</text></defs></svg>`,
  ),
  way('the rest of a select', `<select><option>One<option>${CANARY}</select>`),
  way(
    'a description by hidden words',
    `<button aria-describedby="d">Go</button><p hidden id="d">${CANARY}</p>`,
  ),
  way(
    'a shadow root that has no slot for it',
    `<div id="h">${CANARY}</div><script>h.attachShadow({mode:'open'}).innerHTML='Seen'</script>`,
  ),
  // Out of its clips, or out of reach.
  styled('position:absolute;left:-9999px'),
  styled('position:absolute;top:-999px'),
  styled('position:fixed;left:3000px'),
  styled('position:fixed;top:3000px'),
  styled('transform:translateX(-9999px)'),
  styled('margin-left:-3000px'),
  styled('text-indent:-9999px'),
  styled('text-indent:-300px;width:200px'),
  styled('text-indent:100%;white-space:nowrap;overflow:hidden;width:90px'),
  way(
    'beside an area that does not scroll',
    `<style>html{overflow-x:hidden}</style><p style="position:absolute;left:5000px">${CANARY}</p>`,
  ),
  way(
    'below an area that does not scroll',
    `<style>html,body{overflow:hidden;height:100%}</style><p style="position:absolute;top:5000px">${CANARY}</p>`,
  ),
  boxed('width:0;height:0;overflow:hidden'),
  boxed('max-height:0;overflow:hidden'),
  boxed('height:3px;overflow:hidden'),
  boxed('width:2px;overflow:hidden'),
  boxed('max-height:0;overflow:clip'),
  boxed('height:0;contain:paint'),
  way(
    'below a box two levels up',
    `<div style="height:30px;overflow:hidden"><div><p style="margin-top:60px">${CANARY}</p></div></div>`,
  ),
  way(
    'left of a box that scrolls',
    `<div style="width:200px;height:60px;overflow:auto;position:relative"><p style="position:absolute;left:-300px">${CANARY}</p></div>`,
  ),
  way(
    'beside a box by a negative margin',
    `<div style="width:200px;overflow:hidden"><p style="margin-left:-400px;width:300px">${CANARY}</p></div>`,
  ),
  way(
    'in a column that is cut off',
    `<div style="columns:2;width:200px;height:20px;overflow:hidden"><p style="break-after:column">a</p><p style="break-after:column">b</p><p>${CANARY}</p></div>`,
  ),
  way(
    'behind an ellipsis',
    `<p style="width:120px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">These are the words that fit, ${CANARY}</p>`,
  ),
  way(
    'behind a clamp of lines',
    `<p style="width:120px;overflow:hidden;height:18px;line-height:18px">These are some words, and then ${CANARY}</p>`,
  ),
  styled('position:absolute;clip:rect(0,0,0,0)'),
  styled(
    'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(1px,1px,1px,1px)',
    'for screen readers only',
  ),
  styled('clip-path:inset(100%)'),
  styled('clip-path:inset(0 100% 0 0)'),
  styled('clip-path:inset(0 0 95% 0)'),
  styled('clip-path:circle(0)'),
  styled('clip-path:circle(2px at 90% 50%);width:400px'),
  styled('clip-path:ellipse(0 40px)'),
  styled('clip-path:polygon(0 0,0 0,0 0)'),
  styled('clip-path:polygon(90% 0,100% 0,100% 100%);width:500px'),
  styled("clip-path:path('M0 0L1 1L0 1Z')"),
  boxed('clip-path:inset(50%)'),
  way(
    'a clip of an SVG',
    `<svg width="0" height="0"><clipPath id="c"><rect width="0" height="0"/></clipPath></svg><p style="clip-path:url(#c)">${CANARY}</p>`,
  ),
  styled('mask-image:linear-gradient(transparent,transparent)'),
  styled('mask-image:linear-gradient(rgba(0,0,0,.02),transparent)'),
  styled('-webkit-mask:linear-gradient(#000,#000) no-repeat;-webkit-mask-size:0 0'),
  // Too small to read.
  styled('font-size:0'),
  styled('font-size:1px'),
  styled('font-size:2px'),
  styled('font-size:0;letter-spacing:9px'),
  styled('transform:scale(0)'),
  styled('transform:scale(.1)'),
  styled('scale:0'),
  styled('zoom:.05'),
  boxed('transform:scale(0)'),
  styled('transform:scaleX(0)'),
  styled('transform:rotateX(90deg)'),
  styled('transform:rotateY(90deg)'),
  styled('transform:rotateY(180deg);backface-visibility:hidden'),
  styled('letter-spacing:-1em'),
  way(
    'letters on top of each other',
    `<p style="letter-spacing:-.49em;font-family:monospace">${CANARY.repeat(3)}</p>`,
  ),
  way(
    'letters on top of each other, a box each',
    `<p>${[...CANARY].map((letter) => `<span style="position:absolute;left:0;font-size:1px">${letter}</span>`).join('')}</p>`,
  ),
  // Without ink.
  styled('opacity:0'),
  styled('opacity:.02'),
  boxed('opacity:.2;filter:opacity(.1)'),
  way(
    'a chain of opacities',
    `<div style="opacity:.3"><div style="opacity:.3"><div style="opacity:.3"><p style="opacity:.3">${CANARY}</p></div></div></div>`,
  ),
  styled('filter:opacity(0)'),
  styled('filter:blur(20px)'),
  styled('background:#fff;filter:brightness(0)'),
  styled('background:#fff;filter:contrast(0)'),
  way(
    'a filter of an ancestor',
    `<div style="background:#fff;filter:contrast(0)"><p>${CANARY}</p></div>`,
  ),
  styled('color:transparent'),
  styled('color:rgba(0,0,0,.01)'),
  styled('-webkit-text-fill-color:transparent'),
  styled(
    'color:transparent;-webkit-text-fill-color:transparent;background-clip:text;background-color:#fff',
    'transparent letters on a white that they cut out',
  ),
  styled('color:#fff'),
  styled('color:#fefefe'),
  styled('color:white;text-shadow:0 0 1px white'),
  styled('color:#123;background:#123'),
  styled('color:#124;background:#123'),
  boxed('color:#222;background:#222'),
  way(
    'the colour of a page',
    `<style>body{background:#1a1a2e;color:#1a1a2e}</style><p>${CANARY}</p>`,
  ),
  way(
    'the colour of a gradient',
    `<div style="background:linear-gradient(#333,#333);color:#333"><p>${CANARY}</p></div>`,
  ),
  way('a colour in oklch', `<p style="color:oklch(1 0 0)">${CANARY}</p>`),
  way(
    'a colour mixed to that of the page',
    `<p style="color:color-mix(in srgb, white 99%, black)">${CANARY}</p>`,
  ),
  way(
    'the colour of a dark scheme',
    `<style>:root{background:#111}</style><p style="color:#131313">${CANARY}</p>`,
  ),
  styled('mix-blend-mode:screen;color:#000'),
  styled('mix-blend-mode:multiply;color:#fff'),
  layered(
    'the colour of what lies beneath it',
    `<div style="${BOX};background:#000"></div>`,
    `<p style="${BOX};margin:0;color:#000">${CANARY}</p>`,
  ),
  way(
    'an SVG text without fill',
    `<svg width="200" height="30"><text y="20" fill="none">${CANARY}</text></svg>`,
  ),
  way(
    'an SVG text of white',
    `<svg width="200" height="30"><text y="20" fill="#fff">${CANARY}</text></svg>`,
  ),
  way(
    'an SVG text outside of its view',
    `<svg width="200" height="30" viewBox="0 0 200 30"><text y="200">${CANARY}</text></svg>`,
  ),
  // Under something.
  under('under a box', `<div style="${BOX};background:#fff"></div>`),
  under(
    'under a box that takes no press',
    `<div style="${BOX};background:#fff;pointer-events:none"></div>`,
  ),
  under('under a picture', `<img src="${PIXEL}" alt="" style="${BOX}">`),
  under('under an iframe', `<iframe srcdoc="Seen" style="${BOX};background:#fff"></iframe>`),
  under(
    'under a box’s own ::after',
    `<style>#a::after{content:'';${BOX};background:#fff}</style><div id="a"></div>`,
  ),
  under(
    'under what is in another box',
    `<div><div style="${BOX};background:#eee"><b>Seen</b></div></div>`,
  ),
  way(
    'beneath its box by z-index',
    `<div style="background:#fff;position:relative;z-index:0;padding:9px">Seen<div style="position:relative"><p style="position:absolute;z-index:-1;left:0;top:-20px;margin:0">${CANARY}</p></div><div style="position:relative;background:#fff;margin-top:-30px;height:60px"></div></div>`,
  ),
  way(
    'under a box far below the fold',
    `<div style="height:4000px"></div><div style="position:relative;height:80px"><p style="${BOX};margin:0">${CANARY}</p><div style="${BOX};background:#fff"></div></div>`,
  ),
  way(
    'under a pane over the whole page',
    `<p>${CANARY}</p><div style="position:fixed;inset:0;background:#fff">Seen</div>`,
  ),
  way(
    'under a box by a negative margin',
    `<p style="height:20px;margin:0">${CANARY}</p><div style="margin-top:-20px;height:30px;background:#fff;position:relative"></div>`,
  ),
  way(
    'two in one cell of a grid',
    `<div style="display:grid"><p style="grid-area:1/1">${CANARY}</p><p style="grid-area:1/1;background:#fff;z-index:1">Seen words over it</p></div>`,
  ),
  // Signs that nobody sees, and what is said in frames, controls and pictures that nobody sees.
  way(
    'tag characters',
    `<p>Seen${[...CANARY].map((sign) => String.fromCodePoint(0xe0000 + (sign.codePointAt(0) ?? 0))).join('')}</p>`,
  ),
  way(
    'a link out of reach',
    `<a href="/${CANARY}" style="position:absolute;left:-9999px">Go</a><p>Seen</p>`,
  ),
  way('a link without size', `<a href="/${CANARY}"><span style="font-size:0">${CANARY}</span></a>`),
  way(
    'a button of one pixel',
    `<button style="width:1px;height:1px;padding:0;border:0;overflow:hidden">${CANARY}</button>`,
  ),
  way(
    'a button under a box',
    `<div style="position:relative;height:80px"><button style="${BOX}">${CANARY}</button><div style="${BOX};background:#fff"></div></div>`,
  ),
  way('a button without ink', `<div style="opacity:.01"><button>${CANARY}</button></div>`),
  way(
    'a name of a button without size',
    `<button aria-label="${CANARY}" style="transform:scale(0)">Go</button>`,
  ),
  way('alt of a picture of one pixel', `<img src="${PIXEL}" alt="${CANARY}" width="1" height="1">`),
  way(
    'alt of a picture without ink',
    `<img src="${PIXEL}" alt="${CANARY}" width="90" height="90" style="opacity:0.01">`,
  ),
  way(
    'a field of one pixel',
    `<input value="${CANARY}" style="width:1px;height:1px;padding:0;border:0">`,
  ),
  way(
    'a value in a field, of its colour',
    `<input value="${CANARY}" style="color:#fff;background:#fff">`,
  ),
  way(
    'words beside those of a button',
    `<button>Save <span style="color:transparent">${CANARY}</span></button>`,
  ),
  way(
    'words in a label, of its colour',
    `<label>Name <b style="color:#fff">${CANARY}</b> <input></label>`,
  ),
  way(
    'the name of a region without size',
    `<section aria-label="${CANARY}" style="height:0;overflow:hidden"><p>a</p></section>`,
  ),
  way(
    'a placeholder that a value covers',
    `<input placeholder="${CANARY}" aria-label="Name" value="Ada">`,
  ),
  way(
    'a frame of one pixel',
    `<iframe srcdoc="<p>x</p>" title="${CANARY}" width="1" height="1" style="border:0"></iframe>`,
  ),
  way(
    'a frame without ink',
    `<iframe srcdoc="<p>x</p>" title="${CANARY}" style="opacity:0.01"></iframe>`,
  ),
  way(
    'the start of a fading text',
    `<style>@keyframes a{to{opacity:0}}p{animation:a 1ms forwards}</style><p>${CANARY}</p>`,
  ),
];

const control = (name: string, html: string): DrawnCase => ({ way: name, html });

export const DRAWN_WAYS: readonly DrawnCase[] = [
  control('as it is', `<p>${PLAIN}</p>`),
  control('below the fold', `<div style="height:4000px"></div><p>${PLAIN}</p>`),
  control(
    'in a box that scrolls',
    `<div style="height:40px;overflow:auto"><div style="height:900px"></div><p>${PLAIN}</p></div>`,
  ),
  control(
    'scrolled out at the top',
    `<div id="b" style="height:40px;overflow:auto"><p>${PLAIN}</p><div style="height:900px"></div></div><script>b.scrollTop=900</script>`,
  ),
  control(
    'above in a list that grows upwards',
    `<div style="height:40px;overflow:auto;display:flex;flex-direction:column-reverse"><p>Last</p><div style="height:900px;flex:none"></div><p>${PLAIN}</p></div>`,
  ),
  control(
    'left in a box that runs from right to left',
    `<div dir="rtl" style="width:200px;overflow:auto;white-space:nowrap"><span style="display:inline-block;width:900px">a</span><span>${PLAIN}</span></div>`,
  ),
  control(
    'right in a box that scrolls',
    `<div style="width:200px;overflow-x:auto;white-space:nowrap"><span style="display:inline-block;width:900px">a</span><span>${PLAIN}</span></div>`,
  ),
  control(
    'in a box that scrolls below the fold, in another',
    `<div style="height:50px;overflow:auto"><div style="height:600px"></div><div style="height:40px;overflow:auto"><div style="height:600px"></div><p>${PLAIN}</p></div></div>`,
  ),
  control(
    'scrolled page',
    `<p>${PLAIN}</p><div style="height:4000px"></div><script>scrollTo(0,3000)</script>`,
  ),
  control(
    'skipped until it is scrolled to',
    `<div style="height:3000px"></div><div style="content-visibility:auto;contain-intrinsic-size:100px"><p>${PLAIN}</p></div>`,
  ),
  control('the heading of an accordion', `<details><summary>${PLAIN}</summary>More</details>`),
  control('an open details', `<details open><summary>More</summary><p>${PLAIN}</p></details>`),
  control(
    'an open dialog',
    `<p>Page</p><dialog id="d">${PLAIN}</dialog><script>d.showModal()</script>`,
  ),
  control(
    'behind an open dialog',
    `<p>${PLAIN}</p><dialog id="d" style="top:300px">Sure?</dialog><script>d.showModal()</script>`,
  ),
  control('an open popover', `<div popover id="d">${PLAIN}</div><script>d.showPopover()</script>`),
  control(
    'white on a dark page',
    `<style>:root{background:#111}</style><p style="color:#eee">${PLAIN}</p>`,
  ),
  control('a dark scheme', `<style>:root{color-scheme:dark}</style><p>${PLAIN}</p>`),
  control(
    'white on a picture',
    `<div style="background:#fff url('/none.png');color:#fff"><p>${PLAIN}</p></div>`,
  ),
  control(
    'white on a picture that lies beneath',
    `<div style="position:relative;height:80px"><img src="/none.png" alt="" style="${BOX};background:#000"><p style="${BOX};margin:0;color:#fff">${PLAIN}</p></div>`,
  ),
  control(
    'white on a dark box that lies beneath',
    `<div style="position:relative;height:80px"><div style="${BOX};background:#000"></div><p style="position:relative;color:#fff">${PLAIN}</p></div>`,
  ),
  control(
    'white on a dark ::before',
    `<style>#a{position:relative;color:#fff;z-index:0}#a::before{content:'';position:absolute;inset:0;background:#000;z-index:-1}</style><div id="a"><p>${PLAIN}</p></div>`,
  ),
  control(
    'white on a gradient',
    `<div style="background:linear-gradient(90deg,#006,#fff);color:#fff"><p>${PLAIN}</p></div>`,
  ),
  control(
    'letters of a gradient',
    `<h2 style="background:linear-gradient(90deg,#f06,#06f);background-clip:text;-webkit-background-clip:text;color:transparent">${PLAIN}</h2>`,
  ),
  control('pale grey on white', `<p style="color:#aaa">${PLAIN}</p>`),
  control('very pale grey on white', `<p style="color:#ccc">${PLAIN}</p>`),
  control('half transparent', `<p style="opacity:.4">${PLAIN}</p>`),
  control('small print', `<p style="font-size:7px">${PLAIN}</p>`),
  control('small by a transform', `<p style="transform:scale(.6)">${PLAIN}</p>`),
  control('turned', `<p style="transform:rotate(45deg) translate(200px,20px)">${PLAIN}</p>`),
  control('upright', `<p style="writing-mode:vertical-rl">${PLAIN}</p>`),
  control('narrow letters', `<p style="letter-spacing:-.05em">${PLAIN} illicitly</p>`),
  control(
    'under a translucent pane',
    `<div style="position:relative;height:80px"><p style="${BOX};margin:0">${PLAIN}</p><div style="${BOX};background:rgba(255,255,255,.4)"></div></div>`,
  ),
  control(
    'under a box without paint',
    `<div style="position:relative;height:80px"><p style="${BOX};margin:0">${PLAIN}</p><div style="${BOX}"></div></div>`,
  ),
  control(
    'under a stretched link',
    `<div style="position:relative;height:80px"><p>${PLAIN}</p><a href="#x" style="position:absolute;inset:0" aria-label="Open"></a></div>`,
  ),
  control(
    'passing under a fixed header',
    `<div style="position:fixed;top:0;left:0;right:0;height:60px;background:#fff">Head</div><div style="height:900px"></div><p>${PLAIN}</p><div style="height:3000px"></div><script>scrollTo(0,880)</script>`,
  ),
  control(
    'passing under a sticky header',
    `<div style="position:sticky;top:0;height:60px;background:#fff">Head</div><div style="height:900px"></div><p>${PLAIN}</p><div style="height:3000px"></div><script>scrollTo(0,900)</script>`,
  ),
  control(
    'over its siblings by z-index',
    `<div style="position:relative;height:80px"><p style="${BOX};margin:0;z-index:2">${PLAIN}</p><div style="${BOX};background:#fff;z-index:1"></div></div>`,
  ),
  control(
    'over its box',
    `<div style="position:relative;background:#fff;z-index:3"><p style="position:relative">${PLAIN}</p></div>`,
  ),
  control('fixed', `<p style="position:fixed;bottom:0;right:0">${PLAIN}</p>`),
  control(
    'an absolute box that its static parent does not clip',
    `<div style="width:0;height:0;overflow:hidden"><p style="position:absolute;left:20px;top:50px">${PLAIN}</p></div>`,
  ),
  control('a box without height that clips nothing', `<div style="height:0"><p>${PLAIN}</p></div>`),
  control('without boxes of its parents', `<div style="display:contents"><p>${PLAIN}</p></div>`),
  control(
    'in an open shadow root',
    `<div id="h"></div><script>h.attachShadow({mode:'open'}).innerHTML='<p>${PLAIN}</p>'</script>`,
  ),
  control(
    'slotted',
    `<div id="h"><b>${PLAIN}</b></div><script>h.attachShadow({mode:'open'}).innerHTML='<p><slot></slot></p>'</script>`,
  ),
  control(
    'in a rounded box',
    `<div style="border-radius:20px;overflow:hidden;padding:20px;width:300px"><p>${PLAIN}</p></div>`,
  ),
  control(
    'in a clip that leaves it whole',
    `<p style="clip-path:polygon(0 0,100% 0,100% 100%,0 100%)">${PLAIN}</p>`,
  ),
  control(
    'faded out at its end',
    `<div style="height:60px;overflow:hidden;mask-image:linear-gradient(#000,transparent)"><p style="margin:0">${PLAIN}</p></div>`,
  ),
  control(
    'the text of an SVG',
    `<svg width="200" height="30" role="presentation"><text y="20">${PLAIN}</text></svg>`,
  ),
  control(
    'visible in what is not',
    `<div style="visibility:hidden"><p style="visibility:visible">${PLAIN}</p></div>`,
  ),
  control('the name of a button', `<button>${PLAIN}</button>`),
  control(
    'the name of a button of a picture',
    `<button><span style="position:absolute;left:-9999px">${PLAIN}</span><svg width="9" height="9"></svg></button>`,
  ),
  control('the label of a field', `<label>${PLAIN} <input></label>`),
  control(
    'the label of a field drawn anew',
    `<label><input type="checkbox" style="position:absolute;opacity:0;width:1px;height:1px"> ${PLAIN}</label>`,
  ),
  control('a link', `<p>See <a href="#x">${PLAIN}</a>.</p>`),
  control('a cell', `<table><tr><td>${PLAIN}</td></tr></table>`),
  control(
    'animated, and shown',
    `<style>@keyframes a{from{opacity:0}to{opacity:1}}p{animation:a 1ms forwards}</style><p>${PLAIN}</p>`,
  ),
  control(
    'under a flipped card',
    `<div style="transform-style:preserve-3d"><p style="backface-visibility:hidden">${PLAIN}</p></div>`,
  ),
  control(
    'difference on black',
    `<div style="background:#000"><p style="color:#fff;mix-blend-mode:difference">${PLAIN}</p></div>`,
  ),
  control(
    'inverted by a filter',
    `<div style="background:#fff;filter:invert(1)"><p>${PLAIN}</p></div>`,
  ),
];
