import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '/work/main/scripts/chromium'
import AxeBuilder from '@axe-core/playwright'
const app='http://localhost:43000', sandbox='http://localhost:43001', partner='http://localhost:43002'
const copy = async (from:string)=> (await (await fetch(sandbox+'/demo/members',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({from})})).json()).data
const browser = await chromium.launch({executablePath: findChromium() ?? undefined, args: CHROMIUM_ARGS})
const list: [string,string,string][] = [['protected','a','state'],['moved','a','moved'],['not-accepted','a','invite'],['waiting','a','waiting'],['unapproved','a','unapproved'],['required-password','a','reqpw'],['new-terms','a','terms'],['new-service-terms','b','svcterms'],['new-service','b','nick'],['missing-profile','b','info'],['old-password','a','recpw'],['three-steps','b','three']]
const only = process.argv[2]?.split(',')
for (const lang of (process.argv[3] ?? 'ko').split(',')) for (const [w,h] of [[390,844],[1440,900]] as const) {
  for (const [from, svc, name] of list.filter(([, , n]) => !only || only[0]==='all' || only.includes(n))) {
    const ctx = await browser.newContext({viewport:{width:w,height:h}})
    const page = await ctx.newPage()
    page.on('console', m => m.type()==='error' && console.log('console', name, m.text()))
    page.on('pageerror', e => console.log('pageerror', name, e.message))
    const m = await copy(from)
    await page.goto(`${partner}/sign-in?service=${svc}&ui_locales=${lang}`)
    await page.waitForURL(u => u.origin===app && !u.pathname.startsWith('/init'))
    await page.locator('#login_id').fill(m.login_id); await page.locator('#password').fill(m.password)
    await page.locator('button[type=submit]').click()
    try {
      await page.waitForURL(u => u.pathname.startsWith('/resolve'), {timeout: 4000}).catch(async () => { const ok = page.getByRole('dialog').getByRole('button').last(); await ok.click({timeout:3000}); await page.waitForURL(u => u.pathname.startsWith('/resolve'), {timeout: 4000}) })
      await page.locator('#title').waitFor({timeout:4000})
      await page.waitForTimeout(600)
      const shot = async (n:string) => { await page.screenshot({path:`/tmp/shots/${n}-${lang}-${w}.png`, fullPage:true}); const {violations} = await new AxeBuilder({page}).withTags(['wcag2a','wcag2aa','wcag21aa','wcag22aa','best-practice']).analyze(); console.log(n, lang, w, page.url().slice(app.length), violations.map(v=>v.id+': '+v.nodes.map(x=>x.html.slice(0,120)).join(' | ')).join('; ')) }
      await shot(name)
      if (['reqpw','terms','info'].includes(name)) { await page.locator('button[type=submit]').click(); await page.waitForTimeout(400); await shot(name+'-error') }
      if (name==='nick') { await page.waitForTimeout(700); await page.locator('#nickName').fill('닉네임'+m.phone.slice(-5)); await page.waitForTimeout(1200); await page.locator('button[type=submit]').click(); await page.waitForURL(u=>u.pathname==='/resolve/service'); await page.waitForTimeout(800); await shot('service') }
    } catch (e) { console.log('FAILED', name, page.url(), String(e).slice(0,300)); await page.screenshot({path:`/tmp/shots/FAILED-${name}-${lang}-${w}.png`}) }
    await ctx.close()
  }
}
await browser.close()
