import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { zoneText } from '@desk/web/ui/format/offsets'
import { hourText, weekdayText } from '@desk/web/ui/format/times'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'
import type { DeskStudy } from './desk/study.ts'
import { withinOneHour } from './desk/within-one-hour.ts'
import { ask } from './desk/ask.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE = 'America/New_York'
const HOUR_OF_DAY = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, hour: 'numeric', hourCycle: 'h23' })

/** A moment about noon of the user's day so many days before today: an hour more or less in between, of daylight-saving time, makes no other day of it. */
function noonDaysAgo(days: number): number {
  const nowMs = Date.now()
  return nowMs + (12 - Number(HOUR_OF_DAY.format(nowMs))) * HOUR_MS - days * DAY_MS
}

const chartOf = (page: Page, what: string): Locator =>
  page.getByRole('region', { name: `Completes ${what}`, exact: true })
/** The whole hour in which a moment lies, as the chart calls it. */
const hourName = (atMs: number): string => {
  const startMs = atMs - (atMs % HOUR_MS)
  return `${weekdayText(startMs, ZONE)}, ${hourText(startMs, ZONE)}–${hourText(startMs + HOUR_MS, ZONE)}`
}
/** The values that the chart shows as a table, without the buckets that are empty. */
async function valuesOf(chart: Locator): Promise<{ buckets: number; filled: string[][]; total: string[] }> {
  const cells = (rows: Locator): Promise<string[][]> =>
    rows.evaluateAll(all => all.map(row => [...row.children].map(cell => cell.textContent ?? '')))
  const rows = await cells(chart.locator('tbody tr'))
  const [total = []] = await cells(chart.locator('tfoot tr'))
  return { buckets: rows.length, filled: rows.filter(([, live, test]) => live !== '0' || test !== '0'), total }
}

/** A complete by the source's test link (§2.32). */
async function testComplete(desk: Desk, study: DeskStudy): Promise<void> {
  const { sourceId, supplierIds } = study.sources['North panel']!
  const { rows } = await desk.database.asSystem(tx =>
    sql<{ token: string }>`select test_token as token from source where source_id = ${sourceId}`.execute(tx),
  )
  const { location } = await ask(
    `${desk.url}/entry/${sourceId}?sup=${supplierIds[0]}&rid=tester&t=${rows[0]!.token}`,
  ).then(answer => ({ location: answer.headers.get('location') ?? '' }))
  expect(await desk.comeBack(new URL(location).searchParams.get('id')!, '1000')).toBe(302)
}

test('shows the past 24 hours in the user’s zone; completes, live and test apart, count in the hour that fills as they come in (§2.45, §3.24, api:P10)', async ({
  desk,
  visit,
}) =>
  withinOneHour(async () => {
    const study = await desk.newStudy('acme', 'Charted study')
    await desk.maker.hour(
      DEMO_ACCOUNTS.acme,
      'survey',
      study.surveyId,
      new Date(Date.now() - 3 * HOUR_MS - (Date.now() % HOUR_MS)).toISOString(),
      { live: 1_234 },
    )
    const page = await visit('admin@acme.example', study.sourceTablePath)
    const chart = chartOf(page, 'of the survey')
    await expect(chart.getByText(zoneText(ZONE, Date.now()))).toBeVisible()
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', `${hourName(Date.now())}: 0 live, 0 test`)
    await expect(page.getByRole('banner').getByText('Live ·')).toBeVisible()

    await desk.respondents(study.sources['North panel']!, 'charted', ['1000', '1000', '2000'])
    const completedAtMs = Date.now()
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', /: 2 live, 0 test$/)
    await testComplete(desk, study)
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', /: 2 live, 1 test$/)
    await chart.getByRole('slider').focus()
    for (let hours = 0; hours < 3; hours += 1) await page.keyboard.press('ArrowLeft')
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', /: 1234 live, 0 test$/)
    await expect(chart.getByText('Live 1,234')).toBeVisible()

    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect(chart.getByRole('columnheader')).toHaveText(['Hour', 'Live', 'Test'])
    expect(await valuesOf(chart)).toEqual({
      buckets: 24,
      filled: [
        [hourName(completedAtMs - 3 * HOUR_MS), '1,234', '0'],
        [hourName(completedAtMs), '2', '1'],
      ],
      total: ['Total', '1,236', '1'],
    })
    await expect(
      page
        .getByRole('row', { name: /North panel/ })
        .getByRole('gridcell')
        .filter({ hasText: /\/ 100$/ }),
    ).toHaveText('2/ 100')
  }))

test('daily mode shows 13 days and pages back by 14, as a link can say; the day between is named (§2.45)', async ({
  desk,
  visit,
}) =>
  withinOneHour(async () => {
    const study = await desk.newStudy('acme', 'Daily study')
    for (const [days, live] of [
      [2, 5],
      [12, 2],
      [13, 9],
      [14, 3],
      [20, 7],
      [27, 4],
    ] as const)
      await desk.maker.hour(
        DEMO_ACCOUNTS.acme,
        'project',
        study.projectId,
        new Date(noonDaysAgo(days) - (noonDaysAgo(days) % HOUR_MS)).toISOString(),
        { live },
      )
    const page = await visit('admin@acme.example', study.surveyListPath)
    const chart = chartOf(page, 'of the project')
    await chart.getByRole('radio', { name: '13 days' }).click()
    await expect(page).toHaveURL(atHash(`${study.surveyListPath}?chart=day`))
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect(chart.getByRole('columnheader').first()).toHaveText('Day')
    await expect
      .poll(() => valuesOf(chart))
      .toEqual({
        buckets: 13,
        filled: [
          [weekdayText(noonDaysAgo(12), ZONE), '2', '0'],
          [weekdayText(noonDaysAgo(2), ZONE), '5', '0'],
        ],
        total: ['Total', '7', '0'],
      })
    await expect(chart.locator('tbody th').last()).toHaveText(weekdayText(Date.now(), ZONE))
    await expect(chart.getByText(`Previous day: ${weekdayText(noonDaysAgo(13), ZONE)}: 9 live, 0 test`)).toBeVisible()
    await expect(chart.getByRole('button', { name: 'Later 14 days' })).toBeDisabled()

    await chart.getByRole('button', { name: 'Earlier 14 days' }).click()
    await expect
      .poll(() => valuesOf(chart))
      .toEqual({
        buckets: 13,
        filled: [
          [weekdayText(noonDaysAgo(20), ZONE), '7', '0'],
          [weekdayText(noonDaysAgo(14), ZONE), '3', '0'],
        ],
        total: ['Total', '10', '0'],
      })
    await expect(chart.getByText(`Previous day: ${weekdayText(noonDaysAgo(27), ZONE)}: 4 live, 0 test`)).toBeVisible()
    await expect(page).toHaveURL(atHash(`${study.surveyListPath}?chart=day&chartBack=1`))
    await page.reload()
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect.poll(async () => (await valuesOf(chart)).total).toEqual(['Total', '10', '0'])
    await chart.getByRole('button', { name: 'Later 14 days' }).click()
    await expect.poll(async () => (await valuesOf(chart)).total).toEqual(['Total', '7', '0'])
  }))

test('has the modes PROJECT, SURVEY and SOURCES on a survey, PROJECT alone on a project (§2.45)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Moded study')
  await desk.respondents(study.sources['South panel']!, 'moded', ['1000', '1000'])
  await desk.respondents(study.sources['North panel']!, 'moded', ['1000'])
  const page = await visit('admin@acme.example', study.sourceTablePath)
  const modes = page.getByRole('radiogroup', { name: 'Completes of' }).getByRole('radio')
  await expect(modes).toHaveText(['Project', 'Survey', 'Sources'])
  await expect(chartOf(page, 'of the survey').getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /: 3 live, 0 test$/,
  )
  await modes.filter({ hasText: 'Project' }).click()
  await expect(chartOf(page, 'of the project').getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /: 3 live, 0 test$/,
  )
  await expect(page).toHaveURL(atHash(`${study.sourceTablePath}?chartOf=project`))
  await modes.filter({ hasText: 'Sources' }).click()
  const strips = chartOf(page, 'by source')
  await expect(strips.getByRole('rowheader')).toHaveText(['South panel', 'North panel'])
  await strips.getByRole('button', { name: 'Show as table' }).click()
  const totals = strips.locator('tbody tr')
  await expect(totals.first().locator('td').last()).toHaveText('2')
  await expect(totals.nth(1).locator('td').last()).toHaveText('1')

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Moded study' }).click()
  await expect(chartOf(page, 'of the project').getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /: 3 live, 0 test$/,
  )
  await expect(page.getByRole('radiogroup', { name: 'Completes of' })).toHaveCount(0)
})

test('a window that does not come is named beside the one that is shown, and asked for again (§2.45, §8.2)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Failing chart study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await expect(chartOf(page, 'of the survey').getByRole('slider')).toBeVisible()
  await page.route('**/v1/TrafficStatsForDashboardHourly', route =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'Not for you today' }),
    }),
  )
  await page.getByRole('radiogroup', { name: 'Completes of' }).getByRole('radio', { name: 'Project' }).click()
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Not for you today' })
  await expect(alert).toBeVisible()
  await expect(chartOf(page, 'of the survey')).toBeVisible()
  await page.unroute('**/v1/TrafficStatsForDashboardHourly')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(chartOf(page, 'of the project').getByRole('slider')).toBeVisible()
  await expect(alert).toHaveCount(0)
})
