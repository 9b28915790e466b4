import { BOX, type DrawnCase } from './hidden-ways.ts';

/** The words that a person sees in each of these pages. */
export const PLAIN = 'plainly';

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
  control(
    'turned',
    `<p style="transform:rotate(45deg);display:inline-block;margin:90px">${PLAIN}</p>`,
  ),
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
  control(
    'absolute below the fold, over a box',
    `<div style="position:absolute;top:2990px;left:0;width:300px;height:80px;background:#fff"></div><p style="position:absolute;top:3000px;left:9px">${PLAIN}</p>`,
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
    `<style>@keyframes a{from{opacity:0}to{opacity:1}}p{animation:a 1s -9s both}</style><p>${PLAIN}</p>`,
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
