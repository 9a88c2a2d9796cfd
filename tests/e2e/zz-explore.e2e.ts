import { test } from './desk/desk-fixture.ts'
import { writeFileSync, mkdirSync } from 'node:fs'
mkdirSync('/tmp/explore', { recursive: true })
test('explore', async ({ desk, visit, newBrowser }) => {
  test.setTimeout(240_000)
  const t0 = Date.now()
  const log = (s: string) => console.log(Date.now() - t0, s)
  const dump = async (page: import('@playwright/test').Page, name: string) => {
    writeFileSync(`/tmp/explore/${name}.txt`, `${page.url()}\n${await page.title()}\n${await page.locator('body').ariaSnapshot()}`)
    await page.screenshot({ path: `/tmp/explore/${name}.png` })
    log(name)
  }
  const study = await desk.newStudy('acme', 'Tea study', { sources: ['North panel', 'South panel', { name: 'West panel', status: 'paused' }] })
  log('study')
  await desk.respondents(study.sources['North panel']!, 'n', ['1000', '1000', '1000', '2000', '4000', '1', null])
  const context = await newBrowser()
  const login = await context.newPage()
  await login.goto('/')
  await login.getByLabel('Username').waitFor()
  await dump(login, 'login')
  for (const [who, name] of [['admin@acme.example', 'ana'], ['staff@desk.example', 'staff'], ['advanced@acme.example', 'advanced'], ['admin@shield.example', 'shield']] as const) {
    const page = await visit(who, '/projects')
    log('visited')
    await page.waitForTimeout(3000)
    await dump(page, `${name}-projects`)
    if (name === 'shield') continue
    if (name !== 'staff') {
      await page.goto(`/#${study.surveyListPath}`)
      await page.waitForTimeout(3000)
      await dump(page, `${name}-surveys`)
      await page.goto(`/#${study.sourceTablePath}`)
      await page.waitForTimeout(3000)
      await dump(page, `${name}-sources`)
    }
    await page.getByRole('button', { name: /open the user menu/ }).click()
    await page.waitForTimeout(1500)
    await dump(page, `${name}-drawer`)
    if (name === 'ana') {
      await page.keyboard.press('Escape')
      await page.getByRole('row', { name: /North panel/ }).getByRole('button', { name: /Status of/ }).click()
      await page.waitForTimeout(1500)
      await dump(page, `${name}-menu`)
      await page.getByRole('menuitem', { name: /Paused/ }).click()
      await page.waitForTimeout(1000)
      await dump(page, `${name}-dialog`)
    }
  }
})
