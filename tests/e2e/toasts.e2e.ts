import type { Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'

const SHORT_MS = 2_000
const STEP_MS = 10

/** React draws what a timer has changed in a task of its own, which comes before this one. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
  )

test('a copied text is confirmed for 2,000 ms in the top right corner, and closes by itself (§9.1)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Copied study')
  const { sourceId } = study.sources['North panel']!
  const page = await visit(
    'admin@acme.example',
    `/manage/project/${study.projectId}/survey/${study.surveyId}/stream/${sourceId}`,
    { prepare: page => page.clock.install() },
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = page.getByRole('button', { name: /^Copy the entry link of/ }).first()
  await expect(copy).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy.click()

  const toast = page.getByRole('listitem').filter({ hasText: /^The entry link of .+ was copied$/ })
  let passedMs = 0
  const pass = async (ms: number): Promise<void> => {
    await page.clock.runFor(ms)
    passedMs += ms
    await drawn(page)
  }
  await expect(async () => {
    await pass(STEP_MS)
    await expect(toast).toBeVisible({ timeout: 100 })
  }).toPass()
  // it began at some time within these
  const begunWithinMs = passedMs
  await expect.poll(() => toast.boundingBox()).toMatchObject({ x: 1440 - 24 - 360, y: 24, width: 360 })
  await pass(SHORT_MS - STEP_MS - begunWithinMs)
  await expect(toast).toHaveAttribute('data-removed', 'false')
  await pass(STEP_MS + begunWithinMs)
  await expect(toast).toHaveAttribute('data-removed', 'true')
  await pass(500)
  await expect(toast).toHaveCount(0)
})
