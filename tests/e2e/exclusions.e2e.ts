import type { Locator, Page } from '@playwright/test'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Desk, Door } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'

const ANA = 'admin@acme.example'
const section = (page: Page): Locator => page.getByRole('main').getByRole('region', { name: 'Exclusions' })

/** Enters from an address of one's own; gives the RDUD, if the door lets them in. */
async function enterFrom(desk: Desk, { sourceId, supplierIds }: Door, rid: string, localAddress: string) {
  const path = `/entry/${sourceId}?sup=${supplierIds[0]}&rid=${rid}`
  const asked = get(desk.url + path, { localAddress })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage] // a response has one
  answer.resume()
  return /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(answer.headers.location ?? '')?.[1] ?? ''
}

/** Finds a project by its name, and puts it on the list. */
async function exclude(within: Locator, project: string): Promise<void> {
  await within.getByRole('searchbox', { name: 'Search projects to exclude' }).fill(project)
  await within.getByRole('button', { name: `Exclude ${project}` }).click()
  await expect(within.getByRole('list', { name: 'Excluded projects' })).toContainText(project)
  await within.getByRole('button', { name: 'Apply exclusions' }).click()
}

/** The drawer that explains a respondent of a source. */
async function explained(page: Page, source: string, rid: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${source}` }).click()
  await page.getByRole('menuitem', { name: 'Explain' }).click()
  const drawer = page.getByRole('dialog', { name: 'Explain a respondent' })
  await drawer.getByLabel('RDUD or rid').fill(rid)
  await drawer.getByRole('button', { name: 'Explain', exact: true }).click()
  return drawer
}

test('who was in another project, and who comes by an excluded supplier, is turned away from the very next one on, with the state that each has, and Explain says which project and day; others come in (§7.17, api:X1–X7, settlement.md §5)', async ({
  desk,
  visit,
}) => {
  const wave1 = await desk.newStudy('acme', 'Excluded wave', { sources: ['First panel'] })
  const wave2 = await desk.newStudy('acme', 'Excluding wave')
  const north = wave2.sources['North panel']!
  const south = wave2.sources['South panel']!
  const first = wave1.sources['First panel']!
  await desk.comeBack(await enterFrom(desk, first, 'complete', '127.0.0.7'), '1000')
  await desk.comeBack(await enterFrom(desk, first, 'term', '127.0.0.8'), '2000')
  const today = new Date().toISOString().slice(0, 10)

  const page = await visit(ANA, `${wave2.sourceTablePath.replace(/s$/, '')}/${north.sourceId}`)
  await expect(section(page)).toContainText('No respondent of another project is excluded.')
  await expect(section(page)).toContainText('No supplier is excluded from this project.')
  await exclude(section(page), 'Excluded wave')
  await expect(section(page)).toContainText('Keeps out up to 1 person now.')

  await enterFrom(desk, north, 'was-complete', '127.0.0.7')
  await enterFrom(desk, north, 'was-term', '127.0.0.8')
  await enterFrom(desk, north, 'newcomer', '127.0.0.9')
  await goToHash(page, wave2.sourceTablePath)
  const drawer = await explained(page, 'North panel', 'was-complete')
  const refusal = `${wave1.projectId} “Excluded wave”, entered on ${today} with the same address`
  await expect(drawer.getByText(`✕ In an excluded project: ${refusal}`, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await goToHash(page, `/suppliers/${south.supplierIds[0]}?tab=settings`)
  const supplier = page.getByRole('region', { name: 'Exclusions' })
  // the button is disabled while the call is under way, too
  const stored = page.waitForResponse(
    response => response.url().includes('exclusion') && response.request().method() !== 'GET',
  )
  await exclude(supplier, 'Excluding wave')
  expect((await stored).status()).toBe(200)
  await enterFrom(desk, south, 'by-the-supplier', '127.0.0.10')
  await goToHash(page, wave2.sourceTablePath)
  const other = await explained(page, 'South panel', 'by-the-supplier')
  await expect(other.getByText(`✕ Supplier excluded from project ${wave2.projectId}`, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(other).toHaveCount(0)

  const token = await desk.tokenOf(ANA)
  const states = await Promise.all(
    [
      [north.sourceId, 'was-complete'],
      [north.sourceId, 'was-term'],
      [north.sourceId, 'newcomer'],
      [south.sourceId, 'by-the-supplier'],
    ].map(async ([sourceId, rid]) => {
      const { body } = await desk.call('GET', `/v1/survey-streams/${sourceId}/respondent?find=${rid}`, { token })
      return [rid, body.code]
    }),
  )
  expect(states).toEqual([
    ['was-complete', 20],
    ['was-term', 11],
    ['newcomer', 11],
    ['by-the-supplier', 21],
  ])
})
