import type { TestLink } from '@desk/schema/sources/source-tests'
import { expect, onTestFinished, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { EntryLinks } from './entry-links.tsx'
import { TestPanel } from './test-panel.tsx'

const ENTRY = 'https://desk.example/entry/7'

test('a test by a supplier’s entry link reads the tests and the links again (§2.32, api:U8)', async () => {
  const stay = (event: Event) => event.preventDefault()
  document.addEventListener('click', stay)
  onTestFinished(() => document.removeEventListener('click', stay))
  let links = 0
  const desk = await testDesk({
    'sources.testLink': (): TestLink => ({
      stmid: 7,
      pm_sy_ud: 9,
      link: `${ENTRY}?t=a`,
      entry: `${ENTRY}?t=a&rid=test-${++links}`,
      entry_links: [{ pm_sup_ud: 3, name: 'North panel', link: `${ENTRY}?s=3`, test: `${ENTRY}?s=3&rid=n-${links}` }],
      entry_params: [],
    }),
    'sources.tests': () =>
      links === 1
        ? []
        : [
            {
              rdud: 'R1',
              rid: 'n-1',
              code: 11,
              entered_at: '2026-11-20T09:00:00.000Z',
              ended_at: null,
              interview_seconds: null,
            },
          ],
  })
  const page = await draw(
    desk,
    <>
      <EntryLinks sourceId={7} />
      <TestPanel sourceId={7} name="Sample" />
    </>,
  )
  await expect.element(page.getByText('No test respondents yet.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Test the link of North panel' })
  await link.click()
  await expect.element(page.getByRole('rowheader', { name: 'n-1' })).toBeVisible()
  await expect.element(link).toHaveAttribute('href', `${ENTRY}?s=3&rid=n-2`)
})
