import type { Page } from '@playwright/test'
import { goToHash } from '../e2e/desk/hash.ts'
import { journalIsOpen } from '../e2e/desk/kept-by.ts'
import { screenAsItWas } from '../e2e/desk/screen-as-it-was.ts'
import { askForStatus } from '../e2e/desk/status-steps.ts'
import { expect, test } from './picture-fixture.ts'

/** A user pauses a source, and the network goes before the answer comes. */
async function liveThroughALostSave(page: Page, source: string): Promise<void> {
  await journalIsOpen(page)
  const dialog = await askForStatus(page, source, 'Paused')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(page.getByRole('alertdialog', { name: 'The status was not changed' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.goto('about:blank')
}

test('what support sees: sessions, one of them, its machines, a link to it, the machines of a tab', async ({
  demo,
  visit,
  picture,
  complaints,
}) => {
  const source = demo.find(({ plan }) => plan.status === 'live')
  if (source === undefined) throw new Error('The demo has no live source.')
  await liveThroughALostSave(
    await visit('user@acme.example', `/projects/${source.projectId}/survey/${source.surveyId}/streams`),
    source.plan.name,
  )
  complaints.length = 0

  const page = await visit('super@desk.example', '/support/sessions')
  const session = page.getByRole('row', { name: /Una Ortiz/ }).first()
  await expect(async () => {
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(session.getByRole('link')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await picture(page, 'support-sessions')
  await session.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'The step' })).toBeVisible()
  await page.getByRole('button', { name: /Next error/ }).click()
  await expect(screenAsItWas(page).locator('[role=alertdialog]')).toBeAttached()
  await picture(page, 'support-session')
  await page.getByRole('tab', { name: 'Machines' }).click()
  await picture(page, 'support-machines', { part: page.getByRole('tablist') })
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('Link for support').inputValue()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('region', { name: 'The step' })).toBeVisible()
  await expect(screenAsItWas(page).locator('h1').first()).toBeAttached()
  await picture(page, 'support-link')
  await goToHash(page, '/experimental')
  await expect(page.getByRole('heading', { name: 'Last events' })).toBeVisible()
  await picture(page, 'experimental')
})
