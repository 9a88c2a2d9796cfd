import type { FormValues } from '@desk/machines/form/form.setup'
import { AUTO_PAUSE_REASONS, PAUSE_REASONS } from '@desk/schema/statuses/pause-reasons'
import { describe, expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { AutoPaused, launchWarnings, newLaunchWarnings } from './launch-notes.tsx'

describe('an auto-paused source (domain.md §2)', () => {
  test('for redirects shows the returns that failed, with code and hash', async () => {
    const failed = [
      { at: '2026-11-20T11:56:00.000Z', inbound_code: '1001', hash: null, via: 'browser' },
      { at: '2026-11-20T11:55:00.000Z', inbound_code: '1000', hash: 'wrong', via: 'server' },
    ] as const
    const page = await draw(await testDesk({}), <AutoPaused reason="redirect_errors" failed={failed} />)
    const lines = page.getByRole('list', { name: 'The last returns that failed' }).getByRole('listitem')
    await expect.element(lines.nth(0)).toHaveTextContent(/ · \/return\?inbound_code=1001$/)
    await expect.element(lines.nth(1)).toHaveTextContent(/ · POST \/return\?inbound_code=1000, with a wrong hash$/)
  })

  test.each(AUTO_PAUSE_REASONS)('gives the finding and the remedy: %s', async reason => {
    const page = await draw(await testDesk({}), <AutoPaused reason={reason} failed={[]} />)
    await expect.element(page.getByText(PAUSE_REASONS[reason].says)).toBeVisible()
  })
})

test('a launch warns of suppliers without a redirect for completes, and of nothing else (domain.md §3)', () => {
  const effects = { live_surveys: 0, live_sources: 0 }
  expect([
    launchWarnings({ effects: { ...effects, no_complete_redirect: ['North', 'South'] } }).map(({ words }) => words),
    launchWarnings({ effects }),
  ]).toEqual([
    [
      'North, South: no redirect for completes, so respondents end on a page of ours and the supplier does not see the complete.',
    ],
    [],
  ])
})

test('the launch of a new source warns of its chosen suppliers, unless it has such a redirect of its own (domain.md §3)', () => {
  const sellers = [
    { pm_sup_ud: 4, name: 'North', redirect_types: ['termination'] },
    { pm_sup_ud: 5, name: 'South', redirect_types: ['default'] },
    { pm_sup_ud: 6, name: 'West', redirect_types: [] },
  ] as const
  const part = { allocation_percent: '50', supplier_cpi: '' }
  const said = (values: FormValues) => newLaunchWarnings(values, sellers).map(({ words }) => words.split(':')[0])
  expect([
    said({ suppliers: [4, 5].map(id => ({ ...part, pm_sup_ud: id })) }),
    said({ pm_sup_ud: 6, redirects_complete: ' ' }),
    said({ pm_sup_ud: 6, redirects_complete: 'https://west.example/?id=[%RID%]' }),
    said({}),
  ]).toEqual([['North'], ['West'], [], []])
})
