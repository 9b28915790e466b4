/** A small page with words in it, and the words an answer about it has or has not. */
export interface DrawnCase {
  readonly way: string;
  readonly html: string;
}

/** The word that a person does not see in any of these pages. */
export const CANARY = 'canary';

const way = (name: string, html: string): DrawnCase => ({ way: name, html });
/** Makes a case of a paragraph with that style. */
const styled = (css: string, name = css): DrawnCase => way(name, `<p style="${css}">${CANARY}</p>`);
/** Makes a case of a paragraph in a box with that style. */
const boxed = (css: string, name = `in a box: ${css}`): DrawnCase =>
  way(name, `<div style="${css}"><p>${CANARY}</p></div>`);

export const BOX = 'position:absolute;left:0;top:0;width:300px;height:60px';
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
    `<p>${CANARY.split('')
      .map((letter) => `<span style="position:absolute;left:0;font-size:1px">${letter}</span>`)
      .join('')}</p>`,
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
    `<p>Seen${CANARY.split('')
      .map((sign) => String.fromCodePoint(0xe0000 + (sign.codePointAt(0) ?? 0)))
      .join('')}</p>`,
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
    `<style>@keyframes a{to{opacity:0}}p{animation:a 1s -9s forwards}</style><p>${CANARY}</p>`,
  ),
  // More of the same kinds, and some together.
  styled('-webkit-text-security:disc'),
  styled('font-size-adjust:0'),
  styled('clip-path:xywh(0 0 1px 1px)'),
  styled('clip-path:inset(0 calc(100% - 2px) 0 0)'),
  styled('clip-path:circle(min(1px, 2%))'),
  styled('clip-path:rect(0 1px 1px 0)'),
  styled("offset-path:path('M -3000 0 L -3001 0')"),
  styled('perspective:1px;transform:perspective(1px) translateZ(-500px)'),
  styled('translate:-3000px'),
  styled('rotate:y 90deg'),
  styled('rotate:y 180deg;backface-visibility:hidden'),
  styled('filter:brightness(100);color:#333'),
  styled('color:#f00;background:#080;filter:grayscale(1) contrast(.1)'),
  styled('opacity:1;filter:invert(1);color:#000;background:none', 'inverted letters on white'),
  styled('color:#eee;opacity:.8'),
  styled('mix-blend-mode:lighten;color:#333'),
  way(
    'colours of two gradients',
    `<div style="background:linear-gradient(#fff,#fff)"><div style="background:linear-gradient(90deg,#fff,#fefefe)"><p style="color:#fff">${CANARY}</p></div></div>`,
  ),
  way(
    'a picture of no size behind it',
    `<p style="background:url('/x.png') 0 0/0 0 no-repeat;color:#fff">${CANARY}</p>`,
  ),
  way(
    'a dark ground that its box does not reach',
    `<p style="color:#fff">${CANARY}</p><div style="position:absolute;left:400px;top:0;width:50px;height:50px;background:#000"></div>`,
  ),
  way(
    'a dark box beneath the white of its box',
    `<div style="position:relative;z-index:0"><div style="position:absolute;inset:0;background:#000;z-index:-1"></div><div style="background:#fff"><p style="color:#fff;margin:0">${CANARY}</p></div></div>`,
  ),
  way(
    'a scroller of one pixel',
    `<div style="width:1px;height:1px;overflow:auto"><p>${CANARY}</p></div>`,
  ),
  way(
    'a scroller that was scrolled and is locked',
    `<div id="b" style="height:30px;overflow:hidden"><p>${CANARY}</p><div style="height:900px"></div></div><script>b.scrollTop=400</script>`,
  ),
  way(
    'a border that leaves no room',
    `<div style="border-left:200px solid #ddd;width:0;overflow:hidden;white-space:nowrap"><span style="margin-left:-150px">${CANARY}</span></div>`,
  ),
  way(
    'an absolute box in a locked one two levels up',
    `<div style="position:relative;height:20px;overflow:hidden"><div><p style="position:absolute;top:90px">${CANARY}</p></div></div>`,
  ),
  way(
    'a fixed box in a turned one',
    `<div style="transform:translateX(-3000px)"><p style="position:fixed;left:0">${CANARY}</p></div>`,
  ),
  way(
    'a float under a box',
    `<div style="height:40px"><p style="float:left;margin:0">${CANARY}</p></div><div style="position:relative;top:-45px;height:60px;background:#fff"></div>`,
  ),
  under(
    'under two boxes, half each',
    `<div style="${BOX};width:40px;background:#fff"></div><div style="${BOX};left:40px;background:#fff"></div>`,
  ),
  under('under a gradient', `<div style="${BOX};background:linear-gradient(#fff,#eee)"></div>`),
  under(
    'under a box in a shadow root',
    `<div id="h"></div><script>h.attachShadow({mode:'open'}).innerHTML='<div style="${BOX};background:#fff"></div>'</script>`,
  ),
  under(
    'under a popover',
    `<div popover id="d" style="inset:0;width:100%;height:100%;background:#fff">Seen</div><script>d.showPopover()</script>`,
  ),
  under(
    'under the backdrop of a dialog',
    `<style>::backdrop{background:#fff}</style><dialog id="d">Seen</dialog><script>d.showModal()</script>`,
  ),
  under('under a table', `<table style="${BOX};background:#fff"><tr><td>Seen</td></tr></table>`),
  way(
    'under a fixed bar that it never leaves',
    `<p style="margin:0;height:20px">${CANARY}</p><div style="position:fixed;top:0;left:0;right:0;height:60px;background:#fff">Seen</div><div style="height:3000px"></div>`,
  ),
  way(
    'under a pane over a box that scrolls',
    `<div style="position:relative"><div style="height:60px;overflow:auto"><div style="height:300px"></div><p>${CANARY}</p></div><div style="position:absolute;inset:0;background:#fff">Seen</div></div>`,
  ),
  way(
    'two panes over the whole page',
    `<div style="height:900px"></div><p>${CANARY}</p><div style="position:fixed;inset:0 0 50% 0;background:#fff">Seen</div><div style="position:fixed;inset:50% 0 0 0;background:#fff"></div><div style="height:3000px"></div>`,
  ),
  way(
    'letters in an editor, of its colour',
    `<div contenteditable>Seen <b style="color:#fff">${CANARY}</b></div>`,
  ),
  way(
    'a value too small to read',
    `<input aria-label="Name" value="${CANARY}" style="font-size:1px">`,
  ),
  way(
    'a value in a field without ink',
    `<div style="opacity:.02"><input aria-label="Name" value="${CANARY}"></div>`,
  ),
  way(
    'a picture in a box that is cut off',
    `<div style="height:1px;overflow:hidden"><img src="${PIXEL}" alt="${CANARY}" width="90" height="90"></div>`,
  ),
  way(
    'a picture under a box',
    `<div style="position:relative;height:80px"><img src="${PIXEL}" alt="${CANARY}" style="${BOX}"><div style="${BOX};background:#fff"></div></div>`,
  ),
  way(
    'a frame that is cut off',
    `<div style="height:4px;overflow:hidden"><iframe srcdoc="<p>x</p>" title="${CANARY}" width="300" height="300"></iframe></div>`,
  ),
  way(
    'words in a list under a box',
    `<div style="position:relative"><ul><li>${CANARY}</li></ul><div style="position:absolute;inset:-20px;background:#fff"></div></div>`,
  ),
  way(
    'a cell of the colour of its table',
    `<table style="background:#345"><tr><td style="color:#345">${CANARY}</td><td style="color:#fff">Seen</td></tr></table>`,
  ),
  way(
    'slotted into a box without size',
    `<div id="h"><b>${CANARY}</b></div><script>h.attachShadow({mode:'open'}).innerHTML='<p style="height:0;overflow:hidden"><slot></slot></p>'</script>`,
  ),
  way(
    'slotted into a closed root without ink',
    `<div id="h"><b>${CANARY}</b></div><script>h.attachShadow({mode:'closed'}).innerHTML='<p style="opacity:0.01"><slot></slot></p>'</script>`,
  ),
];

/** A way that is not kept from an assistant, and why. */
export interface KnownLimit extends DrawnCase {
  readonly why: string;
}

const limit = (name: string, why: string, html: string): KnownLimit => ({ way: name, why, html });

/** Ways that `SECURITY.md` does not promise to close. */
export const KNOWN_LIMITS: readonly KnownLimit[] = [
  limit(
    'aria-label of a button that is seen',
    'an act names it so',
    `<button aria-label="${CANARY}">x</button>`,
  ),
  limit(
    'alt of a picture that is seen',
    'it is all that can be said of it',
    `<img src="${PIXEL}" alt="${CANARY}" width="90" height="90">`,
  ),
  limit(
    'hidden words in a button without others',
    'an act names it so',
    `<button><span style="position:absolute;left:-9999px">${CANARY}</span><svg width="9" height="9"></svg></button>`,
  ),
  limit(
    'a select without ink over what stands for it',
    'pages draw fields anew',
    `<select style="opacity:0"><option>${CANARY}</select>`,
  ),
  limit(
    'white on a white picture',
    'no script is told a picture’s colours',
    `<p style="background:url(${PIXEL});color:#fff">${CANARY}</p>`,
  ),
  limit(
    'under a picture of a background',
    'no script is told what a picture leaves',
    under('', `<div style="${BOX};background:url(${PIXEL})"></div>`).html,
  ),
  limit(
    'under a canvas',
    'no script is told what it leaves',
    under(
      '',
      `<canvas id="c" style="${BOX}"></canvas><script>c.getContext('2d').fillStyle='#fff';c.getContext('2d').fillRect(0,0,999,999)</script>`,
    ).html,
  ),
  limit(
    'under the page of a frame',
    'another site’s page is not looked at for this',
    under('', `<iframe srcdoc="<body style='background:#fff'>" style="${BOX};border:0"></iframe>`)
      .html,
  ),
  limit(
    'under a shadow',
    'shadows and borders are not taken for a ground',
    under('', `<div style="${BOX};top:-60px;box-shadow:0 60px #fff"></div>`).html,
  ),
  limit(
    'under a box that scrolls by itself',
    'it could be scrolled away',
    under(
      '',
      `<div style="${BOX};overflow:auto"><div style="height:99px;background:#fff"></div></div>`,
    ).html,
  ),
  limit(
    'the colour of a first line',
    'a style of letters is not told to scripts',
    `<style>p::first-line{color:#fff}</style><p>${CANARY}</p>`,
  ),
  limit(
    'a part of a mask',
    'where a mask is clear is not worked out',
    `<p style="width:600px;mask-image:linear-gradient(90deg,transparent 90%,#000 90%)">${CANARY}</p>`,
  ),
  limit(
    'a filter of an SVG',
    'what it does is not worked out',
    `<svg width="0" height="0"><filter id="f"><feFlood flood-opacity="0"/></filter></svg><p style="filter:url(#f)">${CANARY}</p>`,
  ),
];
