import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'

const TRANSPARENT = 'rgba(0, 0, 0, 0)'
const backgroundOf = (part: Locator, pseudo?: '::before') =>
  part.evaluate((element, of) => getComputedStyle(element, of).backgroundColor, pseudo)
/** The colour in which the system shows one of its own. */
const systemColour = (page: Page, name: 'Highlight') =>
  page.evaluate(colour => {
    const probe = document.createElement('i')
    probe.style.cssText = `forced-color-adjust: none; background-color: ${colour}`
    document.body.append(probe)
    const shown = getComputedStyle(probe).backgroundColor
    probe.remove()
    return shown
  }, name)

test('in Windows’ high contrast the legend still tells completes from tests, and a choice shows its chosen option (WCAG 1.4.11)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Contrast study')
  await desk.maker.hour(
    DEMO_ACCOUNTS.acme,
    'survey',
    study.surveyId,
    new Date().toISOString().slice(0, 14) + '00:00.000Z',
    {
      live: 4,
      test: 3,
    },
  )
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await page.emulateMedia({ forcedColors: 'active' })
  const chart = page.getByRole('region', { name: 'Completes of the survey' })
  const [live, tests] = [chart.getByRole('listitem').nth(0), chart.getByRole('listitem').nth(1)]
  await expect(tests).toBeVisible()
  const text = await live.evaluate(element => getComputedStyle(element).color)
  expect([await backgroundOf(live, '::before'), await backgroundOf(tests, '::before')]).toEqual([text, TRANSPARENT])
  const density = page.getByRole('radiogroup', { name: 'Row height' })
  const [chosen, others] = [density.locator('[data-selected]'), density.locator('[role=radio]:not([data-selected])')]
  await expect(others).toHaveCount(2)
  const highlight = await systemColour(page, 'Highlight')
  await expect(chosen).toHaveCSS('background-color', highlight)
  for (const other of await others.all()) await expect(other).not.toHaveCSS('background-color', highlight)
})
