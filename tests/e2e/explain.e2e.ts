import { zoneText } from '@desk/web/ui/format/offsets'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'

async function openExplain(page: Page, source: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${source}` }).click()
  await page.getByRole('menuitem', { name: 'Explain' }).click()
  await expect(page.getByRole('dialog', { name: `Explain a respondent of ${source}` })).toBeVisible()
  return page.getByRole('dialog', { name: 'Explain a respondent' })
}
async function find(drawer: Locator, id: string): Promise<void> {
  await drawer.getByLabel('RDUD or rid').fill(id)
  await drawer.getByRole('button', { name: 'Explain', exact: true }).click()
}
const factsOf = (place: Locator): Promise<Record<string, string>> =>
  place
    .locator('dl')
    .first()
    .evaluate(list =>
      Object.fromEntries(
        [...list.querySelectorAll('dt')].map(term => [
          term.textContent ?? '',
          term.nextElementSibling?.textContent ?? '',
        ]),
      ),
    )
const stepsOf = (drawer: Locator): Locator => drawer.getByRole('list', { name: 'Steps' }).getByRole('listitem')

test('explains one respondent of a source by the rid of the supplier and by the RDUD, step by step, and the link opens it again', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Explained study')
  const [rdud] = await desk.respondents(study.sources['North panel']!, 'explained', ['1000', null])
  const page = await visit('advanced@acme.example', study.sourceTablePath)
  const drawer = await openExplain(page, 'North panel')
  await find(drawer, 'explained-1')
  await expect(stepsOf(drawer)).toContainText(['Entered', 'In the survey', 'Complete'])
  await expect(drawer.getByText(`Times in ${zoneText('America/New_York', Date.now())}`)).toBeVisible()
  expect(await factsOf(drawer)).toMatchObject({ RDUD: rdud, rid: 'explained-1', Supplier: 'Northlight Panels' })

  // the next id is typed over this one
  await expect(drawer.getByLabel('RDUD or rid')).toBeFocused()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(
    drawer.getByRole('status').filter({ hasText: 'No respondent of this source has the RDUD or rid “nobody”.' }),
  ).toBeVisible()
  await expect(drawer.getByLabel('RDUD or rid')).toBeFocused()
  await find(drawer, rdud!)
  await expect(stepsOf(drawer)).toContainText(['Entered', 'In the survey', 'Complete'])
  await page.reload()
  await expect(stepsOf(drawer)).toContainText(['Entered', 'In the survey', 'Complete'])
  expect(await factsOf(drawer)).toMatchObject({ RDUD: rdud, rid: 'explained-1' })

  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page).not.toHaveURL(/explain/)
})

test('a refusal at the door names its cause in the head, and its rule, threshold and value: a paused source, a paced one (look.md 9, §9.6)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Refusing study', {
    sources: [
      { name: 'Shut panel', status: 'paused' },
      { name: 'Paced panel', pacing: 3 },
    ],
  })
  await desk.enter(study.sources['Shut panel']!, 'refused-1')
  // two in progress are the one complete of this hour, by the survey's IR of 50 %
  await desk.respondents(study.sources['Paced panel']!, 'under-way', [null, null])
  await desk.enter(study.sources['Paced panel']!, 'refused-2')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  for (const { source, rid, head, facts } of [
    {
      source: 'Shut panel',
      rid: 'refused-1',
      head: 'Paused',
      facts: { Rule: 'Source status', Threshold: 'Live', Value: 'Paused' },
    },
    {
      source: 'Paced panel',
      rid: 'refused-2',
      head: 'Paced: 1 an hour',
      facts: { Rule: 'Pacing', Threshold: '1 an hour', Value: '0 completes this hour, 2 in progress' },
    },
  ]) {
    const drawer = await openExplain(page, source)
    await find(drawer, rid)
    await expect(drawer.getByText(`✕ ${head}`, { exact: true })).toBeVisible()
    await expect(
      stepsOf(drawer)
        .getByRole('paragraph')
        .filter({ hasText: new RegExp(`^${head}$`) }),
    ).toHaveCount(1)
    expect(await factsOf(stepsOf(drawer).last())).toEqual(facts)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  }
})

test('a respondent is found without knowing the source: an RDUD or a rid in Ctrl K opens what explains it, and an id of another source says where it is', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Two sources', { sources: ['North panel', 'South panel'] })
  const [rdud] = await desk.respondents(study.sources['South panel']!, 'southerner', ['2000'])
  const page = await visit('user@acme.example', '/projects')
  await expect(page.getByRole('grid')).toBeVisible()
  const explained = page.getByRole('dialog', { name: 'Explain a respondent' })
  for (const id of [rdud!, 'southerner-1']) {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await palette.getByRole('searchbox').fill(id)
    await expect(palette.getByRole('menuitem', { name: 'Explain southerner-1' })).toHaveAttribute(
      'data-focused',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(stepsOf(explained)).toContainText(['Entered', 'In the survey', 'Client term'])
    await expect(stepsOf(explained).last()).toContainText('inbound code 2000, by browser, no hash checked')
    expect(await factsOf(explained)).toMatchObject({ Source: 'South panel', State: 'Client term (31)', RDUD: rdud })
    await page.keyboard.press('Escape')
    await expect(explained).toHaveCount(0)
  }
  const drawer = await openExplain(page, 'North panel')
  await find(drawer, 'southerner-1')
  await drawer.getByRole('link', { name: 'South panel' }).click()
  await expect(stepsOf(explained)).toContainText(['Entered', 'In the survey', 'Client term'])
})
