// Pictures of the demo's services, drawn here: an icon each, and a banner for service A in three languages.

const FONT = `font-family="system-ui, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans CJK KR', 'Noto Sans KR', sans-serif"`

const ICON_A = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Step Learning">
<rect width="64" height="64" rx="16" fill="#1B5FCC"/>
<path d="M14 47h12V36h12V25h12" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="50" cy="15" r="4" fill="#FFD166"/></svg>`

const ICON_B = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Group Academy">
<rect width="64" height="64" rx="16" fill="#12754F"/>
<path d="M32 20c-5-4-11-5-18-5v29c7 0 13 1 18 5 5-4 11-5 18-5V15c-7 0-13 1-18 5z" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/>
<path d="M32 20v29" stroke="#BFE8D5" stroke-width="4" stroke-linecap="round"/></svg>`

type Words = { lang: string; lines: [string, string]; below: string }

/** Cropped to any shape: the words stand in the middle. */
const banner = ({ lang, lines, below }: Words) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1200"
 preserveAspectRatio="xMidYMid slice" role="img" lang="${lang}" aria-label="${lines.join(' ')}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#EAF1FD"/><stop offset="1" stop-color="#C9DCF8"/></linearGradient></defs>
<rect width="1200" height="1200" fill="url(#sky)"/>
<circle cx="600" cy="250" r="84" fill="#FFD166"/>
<g transform="translate(0 130)"><path d="M0 1010h300V900h210V790h210V680h210V570h270v630H0z" fill="#8FB4EE"/>
<path d="M0 1100h360V990h210V880h210V770h210V660h210v540H0z" fill="#4A83DD"/>
<path d="M0 1160h420v-70h210v-90h210v-90h210v-90h150v380H0z" fill="#1B5FCC"/>
<g fill="#2B2F36"><circle cx="618" cy="696" r="22"/><path d="M596 728h44l14 62h-72z"/></g></g>
<g ${FONT} fill="#12315F" text-anchor="middle"><text x="600" y="450" font-size="68" font-weight="700">${lines[0]}</text>
<text x="600" y="540" font-size="68" font-weight="700">${lines[1]}</text>
<text x="600" y="612" font-size="30">${below}</text></g></svg>`

/** By file name below `/brand/`; all are SVG. */
export const BRAND: ReadonlyMap<string, string> = new Map([
  ['service-a.svg', ICON_A],
  ['service-b.svg', ICON_B],
  [
    'banner-ko.svg',
    banner({ lang: 'ko', lines: ['매일 한 걸음,', '배움이 쌓여요'], below: '한걸음 러닝과 함께 오늘도 한 과정' }),
  ],
  [
    'banner-en.svg',
    banner({
      lang: 'en',
      lines: ['One step a day,', 'and it adds up'],
      below: 'A course at a time with Step Learning',
    }),
  ],
  [
    'banner-zh.svg',
    banner({ lang: 'zh-Hans', lines: ['每天一步，', '学习有积累'], below: '与一步学堂一起，今天也学一课' }),
  ],
])
