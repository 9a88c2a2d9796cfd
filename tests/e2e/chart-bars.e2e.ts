import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { zoneText } from '@desk/web/ui/format/offsets'
import { hourText, weekdayText } from '@desk/web/ui/format/times'
import type { Locator, Page } from '@playwright/test'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import type { DeskStudy } from './desk/study.ts'
import { withinOneHour } from './desk/within-one-hour.ts'

const HOUR_MS = 3_600_000
const ZONE = 'America/New_York'

const startOf = (hoursAgo: number): number => Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS
/** 'Mon 9 Nov, 14:00–15:00' in the user's zone. */
const hourName = (hoursAgo: number): string =>
  `${weekdayText(startOf(hoursAgo), ZONE)}, ${hourText(startOf(hoursAgo), ZONE)}–${hourText(startOf(hoursAgo) + HOUR_MS, ZONE)}`
/** Completes of the survey in a past hour, as its ledger would have left them. */
const withHour = (
  desk: Desk,
  study: DeskStudy,
  hoursAgo: number,
  completes: { live: number; test?: number },
): Promise<void> =>
  desk.maker.hour(DEMO_ACCOUNTS.acme, 'survey', study.surveyId, new Date(startOf(hoursAgo)).toISOString(), completes)

const chartOf = (page: Page): Locator => page.getByRole('region', { name: 'Completes of the survey', exact: true })
/** One group of bars for each hour: live, and test where there are any. */
const barsOf = (chart: Locator): Locator => chart.locator('svg g[class*="bucket"]')

test('bars, the values that the keyboard reads and the table are the same, hour by hour (§2.45, §3.24)', async ({
  desk,
  visit,
}) =>
  withinOneHour(async () => {
    const study = await desk.newStudy('acme', 'Barred study')
    await withHour(desk, study, 30, { live: 50 })
    await withHour(desk, study, 23, { live: 2 })
    await withHour(desk, study, 5, { live: 4, test: 3 })
    const page = await visit('admin@acme.example', study.sourceTablePath)
    const chart = chartOf(page)
    await expect(barsOf(chart)).toHaveCount(24)
    const expected = Array.from(
      { length: 24 },
      (_, at) => [hourName(23 - at), at === 0 ? '2' : at === 18 ? '4' : '0', at === 18 ? '3' : '0'] as const,
    )

    const slider = chart.getByRole('slider')
    await slider.press('Home')
    for (const [hour, live, test] of expected) {
      await expect(slider).toHaveAttribute('aria-valuetext', `${hour}: ${live} live, ${test} test`)
      await slider.press('ArrowRight')
    }
    const heights = await barsOf(chart).evaluateAll(groups =>
      groups.map(group => [...group.children].map(bar => bar.getBoundingClientRect().height)),
    )
    const unit = (heights[0]?.[0] ?? 0) / 2
    expect(unit).toBeGreaterThan(10)
    expect(heights.map(([live = 0, test = 0]) => [Math.round(live / unit), Math.round(test / unit)])).toEqual(
      expected.map(([, live, test]) => [Number(live), Number(test)]),
    )

    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect(chart.locator('caption')).toHaveText(`Completes of the survey, ${zoneText(ZONE, Date.now())}`)
    expect(
      await chart
        .locator('tbody tr')
        .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent))),
    ).toEqual(expected)
    await expect(chart.locator('tfoot tr').locator('th, td')).toHaveText(['Total', '6', '3'])
  }))

test('a complete that comes in by the public links lets the bar of the current hour grow, without a reload (§2.45, §3.24)', async ({
  desk,
  visit,
}) =>
  withinOneHour(async () => {
    const study = await desk.newStudy('acme', 'Growing study')
    await withHour(desk, study, 3, { live: 4 })
    const page = await visit('admin@acme.example', study.sourceTablePath)
    const chart = chartOf(page)
    const height = async (): Promise<number> =>
      (await barsOf(chart).last().locator('rect').first().boundingBox())?.height ?? 0
    await expect(page.getByRole('banner').getByText(/^Live · /)).toBeVisible()
    await expect(chart.getByText('now', { exact: true })).toBeVisible()
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', `${hourName(0)}: 0 live, 0 test`)
    expect(await height()).toBe(0)

    await desk.respondents(study.sources['North panel']!, 'growing', ['1000'])
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', `${hourName(0)}: 1 live, 0 test`)
    const one = await height()
    expect(one).toBeGreaterThan(10)
    await desk.respondents(study.sources['South panel']!, 'growing', ['1000', '2000'])
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', `${hourName(0)}: 2 live, 0 test`)
    expect((await height()) / one).toBeCloseTo(2, 1)
  }))
