import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { FlaggedComplete, ReviewQueue } from '@desk/schema/defender/review'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ReviewScreen } from './review.tsx'

const complete = (rid: string, more: Partial<FlaggedComplete> = {}): FlaggedComplete => ({
  rdud: `b-${rid}`,
  rid,
  code: 30,
  pm_proj_ud: 4,
  project_name: 'Snacks',
  stmid: 9,
  source_name: 'Panel A',
  survey_name: 'Wave 1',
  supplier: 'Kestrel',
  completed_at: '2026-11-24T10:00:00.000Z',
  interview_seconds: 120,
  loi_minutes: 12,
  verdicts: [{ rule: 'country', refused: false, threshold: 'US', value: 'CA' }],
  decisions: [],
  state: 'pending',
  ...more,
})
const queue = (rows: readonly FlaggedComplete[]): typeof ReviewQueue.Encoded => ({
  as_of: '2026-11-25T12:00:00.000Z',
  rows: rows.map(({ source_name: source, ...row }) => ({ ...row, stream_name: source })),
  next: null,
  agreement: { reviewed_twice: 4, agreed: 3 },
})
const user = { ...SAMPLE_USER, role_id: 1 as const, streamViewType: 'internal' as const }
const open = async (answers: Answers, path = '/defender/review') => {
  const desk = await testDesk(answers, { path, user })
  return { desk, page: await draw(desk, <ReviewScreen />) }
}

describe('the review of flagged completes (§2.27)', () => {
  test('is done by keys: J to the next, C confirms, U takes it back; agreement is shown (§2.27)', async () => {
    const { desk, page } = await open({
      'reviews.queue': queue([complete('one'), complete('two')]),
      'reviews.decide': { rows: [] },
    })
    await expect.element(page.getByText('3 of 4 reviewed by two or more (75 %)')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /one/u })).toHaveTextContent('Country not taken: CA (US)')
    // sources of several surveys may have one name
    await expect
      .element(page.getByRole('row', { name: /one/u }))
      .toHaveTextContent('Snacks · Wave 1 · Panel A · Kestrel')
    await userEvent.keyboard('j')
    await expect.element(page.getByRole('row', { name: /two/u })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('c')
    const sent = () => desk.asked.flatMap(({ key, body }) => (key === 'reviews.decide' ? [body] : []))
    await expect.poll(sent).toEqual([{ decisions: [{ rdud: 'b-two', decision: 'confirmed' }] }])
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
    await userEvent.keyboard('u')
    await expect.poll(() => sent().at(-1)).toEqual({ decisions: [{ rdud: 'b-two', decision: null }] })
  })

  test('an undo that failed can be repeated: its decision is still the last one (§2.27)', async () => {
    const { desk, page } = await open({
      'reviews.queue': queue([complete('one')]),
      'reviews.decide': { rows: [] },
    })
    await expect.element(page.getByRole('row', { name: /one/u })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
    desk.answer({ 'reviews.decide': refused(503, { message: 'Not now.' }) })
    await userEvent.keyboard('u')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
    desk.answer({ 'reviews.decide': { rows: [] } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  test('leads confirmed ones to a previewed reconciliation with their reasons (§2.27)', async () => {
    const decisions = [
      { uid: 2, by: 'Grace', decision: 'confirmed' as const, reason_code: 930, at: '2026-11-25T11:00:00.000Z' },
    ]
    const { desk, page } = await open(
      { 'reviews.queue': queue([complete('one', { decisions, state: 'confirmed' })]) },
      '/defender/review?state=confirmed',
    )
    await page.getByRole('button', { name: 'Preview a reconciliation' }).click()
    await expect
      .poll(() => desk.asked.find(({ key }) => key === 'reconciliation.preview')?.body)
      .toEqual({ pm_proj_ud: 4, text: 'b-one,930', mode: 'REJECT_LIST', note: 'Confirmed in Review' })
  })

  test('says what waits here when nothing does, and why it did not load', async () => {
    const { page } = await open({ 'reviews.queue': queue([]) })
    await expect.element(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
    const failed = await open({})
    await expect
      .element(failed.page.getByRole('heading', { name: 'The completes to review did not load' }))
      .toBeVisible()
  })
})
