import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { keptBy } from './desk/kept-by.ts'
import { changeStatus, statusButton } from './desk/status-steps.ts'

const PANELS = ['North panel', 'South panel', 'West panel', 'East panel'] as const

const box = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Sources' }).getByRole('checkbox', { name: `Select ${name}` })
const boxes = (page: Page): Locator => page.getByRole('rowheader').getByRole('checkbox')
const allBox = (page: Page): Locator => page.getByRole('columnheader').getByRole('checkbox', { name: 'Select all' })
const head = (page: Page): Locator => page.getByRole('columnheader').getByRole('button', { name: 'Source' })
const row = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Sources' }).getByRole('row', { name: new RegExp(name) })
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selected sources' })
const part = (dialog: Locator, name: string): Locator => dialog.getByRole('region', { name }).getByRole('listitem')

/** The count of each event of a status change in the page's journal. */
async function statusEventsKept(page: Page): Promise<Readonly<Record<string, number>>> {
  const [, , stores] = JSON.parse(await keptBy(page)) as [
    unknown,
    unknown,
    { machine?: string; event?: { type: string } }[][],
  ]
  const counts: Record<string, number> = {}
  for (const { machine, event } of stores.flat())
    if (machine?.startsWith('status-change') && event !== undefined) counts[event.type] = (counts[event.type] ?? 0) + 1
  return counts
}

test('four sources are chosen by keyboard and one confirmation says which three will be paused and why one will not (§4.1, §4.3, api:P9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Bulk study', {
    sources: PANELS.map(name => (name === 'East panel' ? { name, status: 'draft' } : name)),
  })
  await desk.respondents(study.sources['North panel']!, 'bulk', [null, null])
  const page = await visit('advanced@acme.example', study.sourceTablePath)
  await expect(page.getByRole('banner').getByText('Live ·')).toBeVisible()
  await expect(boxes(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Export', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(head(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(boxes(page).first()).toHaveAccessibleName('Select East panel')
  await page.keyboard.press('ArrowDown')
  await expect(box(page, 'East panel')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(row(page, 'East panel')).toHaveAttribute('aria-selected', 'true')
  for (let rows = 0; rows < 3; rows += 1) await page.keyboard.press('ArrowDown')
  await expect(box(page, 'West panel')).toBeFocused()
  await page.keyboard.press('Shift+Space')
  await expect(bar(page)).toContainText('4 selected')
  await expect(page.getByRole('status').filter({ hasText: '4 selected' })).toHaveCount(1)

  // sorted the other way, the selection is the same
  await head(page).press('Enter')
  await expect(boxes(page).first()).toHaveAccessibleName('Select West panel')
  for (const name of PANELS) await expect(row(page, name)).toHaveAttribute('aria-selected', 'true')

  await bar(page).getByRole('button', { name: 'Change status…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change the status of 4 sources' })
  await expect(part(dialog, '3 will change')).toHaveText([
    'North panelLive → Paused',
    'South panelLive → Paused',
    'West panelLive → Paused',
  ])
  await expect(part(dialog, '1 will not change')).toHaveText(['East panelThis status cannot follow the present one.'])
  await expect(dialog).toContainText('This will stop incoming survey traffic via 3 sources.')
  await expect(dialog).toContainText('2 respondents are in progress and can still finish; they count.')
  await dialog.getByRole('button', { name: 'Change 3 sources' }).press('Enter')
  await expect(part(dialog, '3 changed')).toHaveCount(3)
  await expect(part(dialog, '1 not changed')).toHaveText(['East panelThis status cannot follow the present one.'])
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  for (const name of PANELS.slice(0, 3)) await expect(statusButton(page, name)).toHaveText(/Paused/)
  await expect(statusButton(page, 'East panel')).toHaveText(/Draft/)
  // the journal has each as requested and confirmed here; no pushed event counts as another user's
  await expect
    .poll(() => statusEventsKept(page))
    .toEqual({
      'status.changeRequested': 3,
      'status.confirmed': 3,
      'status.changeAccepted': 3,
      'status.changeEchoed': 3,
    })

  await bar(page).getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(row(page, 'North panel')).toHaveAttribute('aria-selected', 'false')
  await expect(bar(page)).toHaveCount(0)
  await expect(allBox(page)).toBeFocused()
})

test('prices change together: one that another user changed in between is named with its request, tried again from where it is now, and all can be undone (§5.19, §5.29, api:T19)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Bulk price study', {
    sources: [...PANELS.slice(0, 3), { name: 'Exchange', type: 'lucid' }],
  })
  const token = await desk.tokenOf('advanced@acme.example')
  const pricesOf = async () =>
    Promise.all(
      PANELS.slice(0, 3).map(
        async name =>
          (await desk.call('GET', `/v1/survey-streams/${study.sources[name]!.sourceId}/supplier-pricing`, { token }))
            .body.supplier_cpi,
      ),
    )
  const page = await visit('advanced@acme.example', study.sourceTablePath)
  await allBox(page).check()
  await expect(bar(page)).toContainText('4 selected')
  await bar(page).getByRole('button', { name: 'Change price…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the price of 4 sources' })
  await dialog.getByRole('textbox', { name: 'Supply Price' }).fill('$4 each')
  await expect(dialog.getByText('“$4 each” is not a number: use digits, and a dot before decimals')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Supply Price' }).fill('$4,00')
  await dialog.getByRole('textbox', { name: 'Supply Price' }).fill('201')
  await expect(dialog).toContainText('Supply Price value must be less than $200.00')
  await dialog.getByRole('textbox', { name: 'Supply Price' }).fill('3')
  await expect(part(dialog, '2 will change')).toHaveText([
    /^North panel\$2\.50 → \$3\.00$/,
    /^West panel\$3\.50 → \$3\.00$/,
  ])
  await expect(part(dialog, '2 will not change')).toHaveText([
    'ExchangeThe CPI of an exchange is typed in its form.',
    'South panelIts price is $3.00 already.',
  ])

  const west = study.sources['West panel']!.sourceId
  await desk.call('PATCH', `/v1/survey-streams/${west}/supplier-pricing`, { token, body: { supplier_cpi: 7 } })
  await dialog.getByRole('button', { name: 'Change 2 sources' }).click()
  await expect(part(dialog, '1 changed')).toHaveText([/^North panel\$2\.50 → \$3\.00$/])
  await expect(part(dialog, '1 failed')).toHaveText([
    /^West panelThe source has changed in the meantime\. Request \S+$/,
  ])
  expect(await pricesOf()).toEqual([3, 3, 7])

  await dialog.getByRole('button', { name: 'Try the failed again' }).click()
  const again = page.getByRole('dialog', { name: 'Change the price of 1 source' })
  await expect(part(again, '1 will change')).toHaveText([/^West panel\$7\.00 → \$3\.00$/])
  await again.getByRole('button', { name: 'Change 1 source' }).click()
  await expect(part(dialog, '2 changed')).toHaveText([
    /^North panel\$2\.50 → \$3\.00$/,
    /^West panel\$7\.00 → \$3\.00$/,
  ])
  await expect.poll(pricesOf).toEqual([3, 3, 3])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(part(dialog, '2 undone')).toHaveText(['North panel$3.00 → $2.50', 'West panel$3.00 → $7.00'])
  expect(await pricesOf()).toEqual([2.5, 3, 7])
  await dialog.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()

  const dateOf = async () => (await desk.call('GET', `/v1/survey-streams/${west}`, { token })).body.out_of_field_date
  const before = await dateOf()
  await bar(page).getByRole('button', { name: 'Change out of field…' }).click()
  const dates = page.getByRole('dialog', { name: 'Change the out of field date of 4 sources' })
  await dates.getByRole('textbox', { name: 'Out of field date' }).fill('2099-03-01T18:00')
  await expect(part(dates, '4 will change').first()).toContainText('(UTC-05:00)')
  // another user pauses one of them in between: that status stays, and so does the date
  await changeStatus(desk, token, 'source', west, 2)
  await dates.getByRole('button', { name: 'Change 4 sources' }).click()
  await expect(part(dates, '4 changed')).toHaveCount(4)
  expect(await dateOf()).toBe('2099-03-01T23:00:00.000Z')
  expect((await desk.call('GET', `/v1/survey-streams/${west}`, { token })).body.stream_status_cd).toBe(2)
  await dates.getByRole('button', { name: 'Undo' }).click()
  await expect(part(dates, '4 undone')).toHaveCount(4)
  expect(await dateOf()).toBe(before)
})

test('surveys are paused, priced and dated together, and projects paused; a change whose answer was lost is not made twice and is not shown as another user’s (§4.1, §4.3, §5.7, §5.11, api:P9, api:S2, api:T12)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Bulk waves')
  const token = await desk.tokenOf('advanced@acme.example')
  const { body: first } = await desk.call('GET', `/v1/surveys/${study.surveyId}`, { token })
  const {
    pm_proj_ud,
    respondents,
    pm_cy_cs_id,
    languages_id,
    device_compatibility,
    survey_url,
    pm_sy_client_cpi,
    est_loi,
    qualifying_rate,
    out_of_field_date,
    out_of_field_time_zone_code,
  } = first
  const form = {
    pm_proj_ud,
    respondents,
    pm_cy_cs_id,
    languages_id,
    device_compatibility,
    survey_url,
    pm_sy_client_cpi,
    est_loi,
    qualifying_rate,
    out_of_field_date,
    out_of_field_time_zone_code,
  }
  const made = async (name: string) =>
    (await desk.call('POST', '/v1/surveys', { token, body: { ...form, pm_sy_name: name } })).body.pm_sy_ud as number
  const ids = [study.surveyId, await made('Wave 2'), await made('Wave 3')]
  const surveysNow = async () =>
    Promise.all(ids.map(async id => (await desk.call('GET', `/v1/surveys/${id}`, { token })).body))
  const page = await visit('advanced@acme.example', study.surveyListPath)
  const chosen = page.getByRole('group', { name: 'Selected surveys' })
  await page.getByRole('grid', { name: 'Surveys' }).getByRole('checkbox', { name: 'Select Bulk waves survey' }).check()
  await chosen.getByRole('button', { name: 'Select all' }).click()
  await expect(chosen).toContainText('3 selected')

  await chosen.getByRole('button', { name: 'Change status…' }).click()
  const status = page.getByRole('dialog', { name: 'Change the status of 3 surveys' })
  await expect(part(status, '1 will change')).toHaveText(['Bulk waves surveyLive → Paused'])
  await expect(part(status, '2 will not change')).toHaveText([
    'Wave 2This status cannot follow the present one.',
    'Wave 3This status cannot follow the present one.',
  ])
  await expect(status).toContainText('This will stop incoming survey traffic via the survey.2 sources will stop.')
  await status.getByRole('button', { name: 'Change 1 survey' }).click()
  await expect(part(status, '1 changed')).toHaveText(['Bulk waves surveyLive → Paused'])
  await status.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await expect(statusButton(page, 'Bulk waves survey')).toHaveText(/Paused/)

  // one is made, and the answer to it is lost on its way
  let isLost = false
  await page.route(`**/v1/survey-buyer-rate/${ids[1]}`, async route => {
    if (isLost || route.request().method() !== 'PUT') return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  await chosen.getByRole('button', { name: 'Change sell price…' }).click()
  const prices = page.getByRole('dialog', { name: 'Change the sell price of 3 surveys' })
  await prices.getByRole('textbox', { name: 'Sell Price' }).fill('301')
  await expect(prices).toContainText('Sell Price cannot be greater than $300')
  await prices.getByRole('textbox', { name: 'Sell Price' }).fill('7')
  await expect(part(prices, '3 will change')).toHaveText([
    'Bulk waves survey$6.00 → $7.00',
    'Wave 2$6.00 → $7.00',
    'Wave 3$6.00 → $7.00',
  ])
  await prices.getByRole('button', { name: 'Change 3 surveys' }).click()
  await expect(part(prices, '1 failed')).toHaveText([/^Wave 2/])
  await prices.getByRole('button', { name: 'Try the failed again' }).click()
  await expect(part(prices, '3 changed')).toHaveCount(3)
  await expect(prices.getByRole('region')).toHaveCount(1)
  expect((await surveysNow()).map(survey => [survey.pm_sy_client_cpi, survey.version])).toEqual([
    [7, 2],
    [7, 2],
    [7, 2],
  ])
  await prices.getByRole('button', { name: 'Undo' }).click()
  await expect(part(prices, '3 undone')).toHaveCount(3)
  expect((await surveysNow()).map(survey => survey.pm_sy_client_cpi)).toEqual([6, 6, 6])
  await prices.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()

  await chosen.getByRole('button', { name: 'Change out of field…' }).click()
  const dates = page.getByRole('dialog', { name: 'Change the out of field date of 3 surveys' })
  await dates.getByRole('textbox', { name: 'Out of field date' }).fill('2099-03-01T18:00')
  await expect(part(dates, '3 will change').first()).toContainText('(UTC-05:00)')
  await expect(dates.getByRole('checkbox')).toHaveCount(0)
  await dates.getByRole('button', { name: 'Change 3 surveys' }).click()
  await expect(part(dates, '3 changed')).toHaveCount(3)
  expect((await surveysNow()).map(survey => survey.out_of_field_date)).toEqual(
    ids.map(() => '2099-03-01T23:00:00.000Z'),
  )
  await dates.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()

  await page.goto('/#/projects?q=Bulk waves')
  const projects = page.getByRole('group', { name: 'Selected projects' })
  await page.getByRole('grid', { name: 'Projects' }).getByRole('checkbox', { name: 'Select Bulk waves' }).check()
  await expect(projects).toContainText('1 selected')
  await expect(projects.getByRole('button')).toHaveText(['Change status…', /^Select all/, 'Clear'])
  await projects.getByRole('button', { name: 'Change status…' }).click()
  const project = page.getByRole('dialog', { name: 'Change the status of 1 project' })
  await expect(part(project, '1 will change')).toHaveText(['Bulk wavesLive → Paused'])
  await project.getByRole('button', { name: 'Change 1 project' }).click()
  await expect(part(project, '1 changed')).toHaveText(['Bulk wavesLive → Paused'])
  await project.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await expect(statusButton(page, 'Bulk waves')).toHaveText(/Paused/)
})
