import type { Locator, Page } from '@playwright/test'
import { promised } from '../faults/stage/promised.ts'
import { expect, test } from './desk/desk-fixture.ts'
import type { Door } from './desk/desk.ts'
import { statusButton } from './desk/status-steps.ts'
import { ask } from './desk/ask.ts'

const withinASecond = (): { timeout: number } => ({ timeout: promised(1_000) })

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })
/** The cell that shows completes of target. */
const completesOf = (page: Page, name: string): Locator =>
  rowOf(page, name)
    .getByRole('gridcell')
    .filter({ hasText: /\/\s*100$/ })
const freshnessOf = (page: Page): Locator =>
  page.getByRole('banner').getByText(/^((Loading|Delayed)$|(Live|Delayed|Stale) · |Frozen \d|Offline since )/)

test('a complete that comes in by the public links appears in the open source table within a second, in every tab, and for no user of another account (§3.17)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Tea study')
  const tabs = [
    await visit('admin@acme.example', study.sourceTablePath),
    await visit('user@acme.example', study.sourceTablePath),
  ]
  const strangersFrames: string[] = []
  const otherAccount = await visit('admin@beta.example', study.sourceTablePath, {
    prepare: async page =>
      void page.on('websocket', socket =>
        socket.on('framereceived', ({ payload }) => strangersFrames.push(String(payload))),
      ),
  })
  await expect(otherAccount.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  for (const tab of tabs) {
    await expect(completesOf(tab, 'North panel')).toHaveText('0/ 100')
    await expect(freshnessOf(tab)).toHaveText(/^Live/)
  }

  const { rdud } = await desk.enter(study.sources['North panel']!, 'tea-1')
  expect(await desk.comeBack(rdud!, '1000')).toBe(302)
  for (const tab of tabs) await expect(completesOf(tab, 'North panel')).toHaveText('1/ 100', withinASecond())
  // the otherAccount is connected, and hears of the survey nothing but that it is not there
  await expect.poll(() => strangersFrames.some(frame => frame.includes('"heartbeat"'))).toBe(true)
  expect(
    strangersFrames.filter(
      frame => frame.includes(`survey:${study.surveyId}`) && !/"ok":false.*"status":404/.test(frame),
    ),
  ).toEqual([])
  expect(strangersFrames.filter(frame => frame.includes('"frame"'))).toEqual([])
})

test('pausing a source in one browser turns the next entry away, and shows in the other browser at once (§4.3, api:P9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Coffee study')
  const source = study.sources['South panel']!
  const [ana, una] = [
    await visit('admin@acme.example', study.sourceTablePath),
    await visit('user@acme.example', study.sourceTablePath),
  ]
  for (const page of [ana, una]) {
    await expect(rowOf(page, 'South panel')).toBeVisible()
    await expect(freshnessOf(page)).toHaveText(/^Live/)
  }
  expect((await desk.enter(source, 'coffee-1')).rdud).not.toBeNull()

  await rowOf(ana, 'South panel')
    .getByRole('button', { name: /^Status of/ })
    .click()
  await ana.getByRole('menuitem', { name: 'Paused', exact: true }).click()
  const dialog = ana.getByRole('alertdialog', { name: 'Confirm Status Change' })
  await expect(dialog).toContainText('Are you sure you want to change the status of this Source from Live to Paused?')
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).click()

  await expect(rowOf(una, 'South panel')).toContainText('Paused', withinASecond())
  await expect(statusButton(una, 'South panel')).toHaveAccessibleName(/by Ana Silva/)
  const turnedAway = await desk.enter(source, 'coffee-2')
  expect([turnedAway.rdud, /example\/r\/(full|end|term)/.test(turnedAway.location)]).toEqual([null, true])
})

test('freezing holds every update back, says since when, and counts them; going on shows them all (look.md 13)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Frozen study')
  const source = study.sources['North panel']!
  const page = await visit('admin@acme.example', study.sourceTablePath, { prepare: page => page.clock.install() })
  await expect(freshnessOf(page)).toHaveText(/^Live/)
  await page.getByRole('button', { name: 'Freeze updates' }).click()
  await expect(freshnessOf(page)).toHaveText(/^Frozen \d\d:\d\d · 0 changes pending$/)
  const since = (await freshnessOf(page).textContent())?.slice(0, 'Frozen 14:02'.length)
  await page.clock.fastForward(120_000)

  await desk.respondents(source, 'frozen', ['1000'])
  await expect(freshnessOf(page)).toHaveText(new RegExp(`^${since} · [1-9]\\d* changes? pending$`))
  await expect(completesOf(page, 'North panel')).toHaveText('0/ 100')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(completesOf(page, 'North panel')).toHaveText('1/ 100')
  await expect(freshnessOf(page)).toHaveText(/^Live/)
  await expect(page.getByRole('button', { name: 'Freeze updates' })).toBeVisible()
})

test('what loads is no warning: the label is a quiet “Loading”, and “Delayed” only when it takes 10 s (look.md 13)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Slowly loading study')
  const page = await visit('admin@acme.example', study.sourceTablePath, {
    prepare: async page => {
      await page.clock.install()
      // a push that never opens, which is all that is missing
      await page.routeWebSocket(/\/socket\.io\//, () => undefined)
    },
  })
  await expect(rowOf(page, 'North panel')).toBeVisible()
  await expect(freshnessOf(page)).toHaveText('Loading')
  const colourOf = () => freshnessOf(page).evaluate(label => getComputedStyle(label).color)
  const quiet = await colourOf()
  await page.clock.fastForward(11_000)
  await expect(freshnessOf(page)).toHaveText('Delayed')
  expect(await colourOf()).not.toBe(quiet)
})

test('the order holds while the focus is in the table, says that it changed, and is applied on demand; left alone it follows by itself (§2.40)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Ordered study')
  const north = study.sources['North panel']!
  const south = study.sources['South panel']!
  await desk.respondents(south, 'ordered-south', ['1000'])
  const page = await visit('admin@acme.example', `${study.sourceTablePath}?sort=-completes`)
  const heads = page.getByRole('grid', { name: 'Sources' }).getByRole('rowheader')
  await expect(heads).toHaveText([/South panel/, /North panel/, 'Total'])
  await expect(freshnessOf(page)).toHaveText(/^Live/)

  await page.getByRole('button', { name: 'Export', exact: true }).focus()
  await page.keyboard.press('Tab')
  await desk.respondents(north, 'ordered-north', ['1000', '1000'])
  await expect(completesOf(page, 'North panel')).toHaveText('2/ 100')
  await expect(page.getByText('order changed ·')).toBeVisible()
  await expect(heads).toHaveText([/South panel/, /North panel/, 'Total'])
  await page.getByRole('button', { name: 'Apply the new order' }).click()
  await expect(heads).toHaveText([/North panel/, /South panel/, 'Total'])
  await expect(page.getByText('order changed ·')).toHaveCount(0)

  await page.getByRole('heading', { level: 1 }).click()
  await desk.respondents(south, 'ordered-more', ['1000', '1000'])
  await expect(heads).toHaveText([/South panel/, /North panel/, 'Total'])
})

/** Comes back from the survey without the gateway, which is away. */
async function comeBackDirectly(platformUrl: string, rdud: string): Promise<void> {
  const { status } = await ask(`${platformUrl}/return?inbound_code=1000&rdud=${rdud}`)
  expect(status).toBe(302)
}
const rdudsOf = (
  door: Door,
  enter: (door: Door, rid: string) => Promise<{ rdud: string | null }>,
  prefix: string,
): Promise<(string | null)[]> => Promise.all([1, 2].map(async no => (await enter(door, `${prefix}-${no}`)).rdud))

test('figures are offline and dimmed while the gateway is away, and are the server’s again when it is back, without a reload', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Distant study')
  const [first, second] = await rdudsOf(study.sources['North panel']!, desk.enter, 'distant')
  const page = await visit('admin@acme.example', study.sourceTablePath, { prepare: page => page.clock.install() })
  await expect(freshnessOf(page)).toHaveText(/^Live/)
  await desk.comeBack(first!, '1000')
  const cell = completesOf(page, 'North panel')
  await expect(cell).toHaveText('1/ 100')
  const dimming = () => cell.evaluate(element => getComputedStyle(element).fontStyle)
  expect(await dimming()).toBe('normal')

  await desk.gateway.stop()
  try {
    await expect(freshnessOf(page)).toHaveText(/^Offline since \d\d:\d\d$/)
    await expect.poll(dimming).toBe('italic')
    await expect(cell).toHaveText('1/ 100')
    await comeBackDirectly(desk.platformUrl, second!)
  } finally {
    await desk.gateway.start()
  }
  await expect(freshnessOf(page)).toHaveText(/^Live/)
  await expect(cell).toHaveText('2/ 100')
  await expect.poll(dimming).toBe('normal')

  await page.context().setOffline(true)
  await expect(freshnessOf(page)).toHaveText(/^Offline since/)
  await expect.poll(dimming).toBe('italic')
  await page.context().setOffline(false)
  await expect(freshnessOf(page)).toHaveText(/^Live/)
})

test('a page that is too old for the gateway’s push says so and offers to reload; its rows stay', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Old page study')
  let isOld = true
  const page = await visit('admin@acme.example', study.sourceTablePath, {
    prepare: page =>
      page.routeWebSocket(/\/socket\.io\//, socket => {
        const server = socket.connectToServer()
        socket.onMessage(message =>
          server.send(isOld ? String(message).replace('"protocol":1', '"protocol":0') : message),
        )
      }),
  })
  const banner = page
    .getByRole('status')
    .filter({ hasText: 'We’ve updated the app! Please reload to use the latest version.' })
  await expect(banner).toBeVisible()
  await expect(rowOf(page, 'North panel')).toBeVisible()
  await expect(freshnessOf(page)).not.toHaveText(/^Live/)

  isOld = false
  await banner.getByRole('button', { name: 'Reload' }).click()
  await expect(freshnessOf(page)).toHaveText(/^Live/)
  await expect(banner).toHaveCount(0)
})
