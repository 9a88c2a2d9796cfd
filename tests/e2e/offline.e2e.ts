import type { Page } from '@playwright/test'
import { promised } from '../faults/stage/promised.ts'
import { expect, test } from './desk/desk-fixture.ts'

const within = { timeout: promised(15_000) }
const bannerOf = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^Offline since \d\d:\d\d: the server does not answer\./ })

test('a server that stops is "Offline" within 15 s, with a banner and a time, on pages without live figures and outside a session too; and is not when it is back (look.md 13)', async ({
  desk,
  visit,
  newBrowser,
}) => {
  const page = await visit('admin@acme.example', '/suppliers')
  const outside = await (await newBrowser()).newPage()
  await outside.goto('/#/login')
  await expect(page.getByRole('heading', { name: 'Suppliers', level: 1 })).toBeVisible()
  await expect(outside.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(bannerOf(page)).toHaveCount(0)
  await desk.gateway.stop()
  try {
    for (const each of [page, outside]) await expect(bannerOf(each)).toBeVisible(within)
    const since = /\d\d:\d\d/.exec((await bannerOf(page).textContent()) ?? '')?.[0] ?? '?'
    await expect(page.getByRole('banner').getByText(`Offline since ${since}`)).toBeVisible()
    // the browser itself has a network
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  } finally {
    await desk.gateway.start()
  }
  for (const each of [page, outside]) await expect(bannerOf(each)).toHaveCount(0, within)
})

test('a chart that failed recovers by itself once the server answers it again (look.md 16)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Recovered chart study')
  const hours = '**/v1/TrafficStatsForDashboardHourly'
  const page = await visit('admin@acme.example', study.sourceTablePath, {
    prepare: async page => {
      await page.clock.install()
      await page.route(hours, route =>
        route.fulfill({ status: 503, json: { message: 'The desk is away for the moment.' } }),
      )
    },
  })
  await expect(page.getByRole('alert').filter({ hasText: 'The chart did not load' })).toBeVisible()
  await page.unroute(hours)
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('region', { name: 'Completes of the survey' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
