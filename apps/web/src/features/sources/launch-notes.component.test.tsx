import { AUTO_PAUSE_REASONS, PAUSE_REASONS } from '@desk/schema/statuses/pause-reasons'
import { describe, expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { AutoPaused, launchWarnings } from './launch-notes.tsx'

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
