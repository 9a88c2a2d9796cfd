import { AUTO_PAUSE_REASONS, PAUSE_REASONS, type AutoPauseReason } from '@desk/schema/statuses/pause-reasons'
import type { StatusEvent, StatusOptions } from '@desk/schema/statuses/status-view'
import { describe, expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { AutoPaused } from './auto-paused.tsx'

const OPTIONS: StatusOptions = {
  scope: 'source',
  id: 21,
  name: 'Panel D',
  status: {
    statusid: 6,
    effective_statusid: 6,
    reason: 'redirect_errors',
    changed_by: null,
    changed_at: '2026-11-20T12:00:00.000Z',
    version: 3,
  },
  allowed: [{ to: 1, allowed: true, reason: null }],
  effects: { live_surveys: 0, live_sources: 0, inflight: 0 },
}

const RESUMED: StatusEvent = {
  scope: 'source',
  id: 21,
  pm_proj_ud: 4,
  pm_sy_ud: 9,
  from: 6,
  to: 1,
  reason: null,
  note: null,
  by: 'Ada Nowak',
  by_uid: 1,
  at: '2026-11-20T12:01:00.000Z',
  version: 4,
  command_id: null,
}

async function shown(reason: AutoPauseReason, options: Partial<StatusOptions> = {}) {
  const desk = await testDesk({
    'statuses.options': { ...OPTIONS, ...options },
    'statuses.change': { status: { ...OPTIONS.status, statusid: 1, version: 4 }, allowed: [], events: [RESUMED] },
    'sources.testLink': {
      stmid: 21,
      pm_sy_ud: 9,
      link: 'https://desk.example/#/test',
      entry: 'https://desk.example/entry?rid=test-1',
      entry_links: [],
      entry_params: [],
    },
  })
  const mended: string[] = []
  const page = await draw(
    desk,
    <>
      <AutoPaused
        of={{ scope: 'source', id: 21, name: 'Panel D' }}
        reason={reason}
        onMend={field => void mended.push(field)}
      />
      <StatusOverlays onChanged={() => undefined} />
    </>,
  )
  return { page, mended }
}

describe('an auto-paused source (domain.md §2)', () => {
  test('for redirects shows the returns that failed, with code, hash and time, and is tested and resumed from there', async () => {
    const { page } = await shown('redirect_errors', {
      failed_returns: [
        { at: '2026-11-20T11:56:00.000Z', inbound_code: '1001', hash: null, via: 'browser' },
        { at: '2026-11-20T11:55:00.000Z', inbound_code: '1000', hash: 'wrong', via: 'server' },
      ],
    })
    const lines = page.getByRole('list', { name: 'The last returns that failed' }).getByRole('listitem')
    await expect.element(lines.nth(0)).toHaveTextContent(/ · \/return\?inbound_code=1001$/)
    await expect.element(lines.nth(1)).toHaveTextContent(/ · POST \/return\?inbound_code=1000, with a wrong hash$/)
    await expect
      .element(page.getByRole('link', { name: 'Test now' }))
      .toHaveAttribute('href', 'https://desk.example/entry?rid=test-1')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect
      .element(page.getByRole('alertdialog'))
      .toHaveTextContent('change the status of this Source from Auto-paused to Live?')
  })

  test('that resumes below a draft survey is not said to be live alone (domain.md §2)', async () => {
    const { page } = await shown('redirect_errors', {
      effects: { ...OPTIONS.effects, held_by: [{ scope: 'survey', statusid: 3 }] },
    })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Yes, Change Status' }).click()
    await expect.element(page.getByText('Panel D is now Live · survey is a draft').first()).toBeInTheDocument()
  })

  test('for another reason shows how the last respondents ended', async () => {
    const { page } = await shown('low_ir', { last_ends: [{ at: '2026-11-20T11:56:00.000Z', code: 21 }] })
    const lines = page.getByRole('list', { name: 'The last respondents who ended' }).getByRole('listitem')
    await expect.element(lines).toHaveTextContent(/ · 21 Screener term$/)
  })

  test('that cannot resume says why, and leads to the field', async () => {
    const { page, mended } = await shown('target_reached', {
      allowed: [{ to: 1, allowed: false, reason: 'target_reached' }],
    })
    await expect.element(page.getByText('The target is reached.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Resume' })).toBeDisabled()
    await page.getByRole('button', { name: 'Go to Target (N)' }).click()
    expect(mended).toEqual(['respondents'])
  })

  test.each(AUTO_PAUSE_REASONS)('gives the finding and the remedy: %s', async reason => {
    const { page } = await shown(reason)
    await expect.element(page.getByText(PAUSE_REASONS[reason].says)).toBeVisible()
  })
})
