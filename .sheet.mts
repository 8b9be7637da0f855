import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium'
import { readdirSync } from 'node:fs'
const [,, pattern, out, width='390'] = process.argv
const files = readdirSync('/tmp/shots').filter(f => new RegExp(pattern!).test(f)).sort()
const b = await chromium.launch({executablePath: findChromium() ?? undefined, args: CHROMIUM_ARGS})
const p = await b.newPage({viewport:{width:Number(process.argv[5] ?? 1960),height:800}})
await p.goto('file:///tmp/shots/')
await p.setContent(`<body style="margin:4px;display:flex;flex-wrap:wrap;gap:6px;background:#888;align-items:flex-start">${files.map(f=>`<div><div style="font:10px sans-serif">${f}</div><img src="file:///tmp/shots/${f}" style="width:${width}px"></div>`).join('')}</body>`)
await p.waitForTimeout(500)
await p.screenshot({path: out, fullPage:true}); await b.close()
