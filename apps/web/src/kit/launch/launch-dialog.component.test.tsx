import type { LaunchObject, LaunchPlan } from '@desk/schema/statuses/launch'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import LaunchDialog from './launch-dialog.tsx'

const OBJECT: LaunchObject = {
  scope: 'source',
  id: 21,
  name: 'Panel D',
  pm_sy_ud: 9,
  type: 'diy',
  statusid: 3,
  version: 1,
  blocks: [],
  notes: [],
}
const PROJECT: LaunchObject = { ...OBJECT, scope: 'project', id: 4, name: 'Coffee habits', pm_sy_ud: null, type: null }
const SURVEY: LaunchObject = { ...OBJECT, scope: 'survey', id: 9, name: 'Wave 8 US', type: null }
const PLAN: LaunchPlan = {
  pm_proj_ud: 4,
  objects: [PROJECT, SURVEY, OBJECT, { ...OBJECT, id: 22, name: 'Kestrel', statusid: 2, version: 7 }],
  live_sources: 0,
  left_out: 0,
}
const eventOf = ({ scope, id, pm_sy_ud, statusid: from, version }: LaunchObject, to: 1 | 2) => ({
  scope,
  id,
  pm_proj_ud: 4,
  pm_sy_ud,
  from,
  to,
  reason: null,
  note: null,
  by: 'Ada Nowak',
  by_uid: 1,
  at: '2026-11-20T12:00:00.000Z',
  version: version + 1,
  command_id: null,
})

function Screen() {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <LaunchDialog
      subject={{ scope: 'survey', id: 9, name: 'Wave 8 US' }}
      onClose={() => setOpen(false)}
      onChanged={() => undefined}
    />
  ) : null
}

async function opened(plan: LaunchPlan, answers: Parameters<typeof testDesk>[0] = {}) {
  const desk = await testDesk({ 'statuses.launchPlan': plan, ...answers })
  await draw(desk, <Screen />)
  const dialog = screen.getByRole('dialog', { name: 'Launch Wave 8 US' })
  const sent = () => desk.asked.filter(({ key }) => key === 'statuses.launch')
  return { desk, dialog, sent, checks: dialog.getByRole('list', { name: 'Checks' }).getByRole('listitem') }
}

test('the drafts of project, survey and source are chosen and start in one call; a paused source waits for its box (day.md §3, docs/decisions/0099)', async () => {
  const events = [PROJECT, SURVEY, OBJECT].map(object => eventOf(object, 1))
  const { dialog, sent } = await opened(PLAN, { 'statuses.launch': { events } })
  await expect.element(dialog.getByRole('checkbox', { name: 'Source Kestrel' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Launch 3' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent().map(({ body }) => body)).toEqual([
    { statusid: 1, objects: [PROJECT, SURVEY, OBJECT].map(({ scope, id, version }) => ({ scope, id, version })) },
  ])
  await screen.getByRole('button', { name: 'Pause again' }).click()
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()[1]?.body).toEqual({
    statusid: 2,
    objects: events.map(({ scope, id, version }) => ({ scope, id, version })),
  })
})

test('blocks and notes are shown with the way to their fields (day.md §3)', async () => {
  const { dialog, checks } = await opened({
    ...PLAN,
    objects: [
      PROJECT,
      { ...SURVEY, blocks: ['survey_url_missing'] },
      {
        ...OBJECT,
        statusid: 3,
        notes: [
          { kind: 'no_complete_redirect', suppliers: [{ pm_sup_ud: 5, name: 'Outback Opinions' }] },
          { kind: 'margin_below_zero', margin_cents: -40 },
        ],
      },
    ],
    live_sources: 2,
  })
  await dialog.getByRole('checkbox', { name: 'Source Panel D' }).click({ force: true })
  await expect.element(dialog.getByRole('button', { name: 'Launch 2' })).toBeVisible()
  await expect.element(dialog.getByRole('checkbox', { name: 'Survey Wave 8 US' })).toBeDisabled()
  const links = () => dialog.getByRole('link').elements()
  expect(checks.elements().map(({ textContent }) => textContent?.trim())).toEqual([
    '✓Quotas add up',
    '✕Wave 8 US cannot start: The survey URL is missing or not valid. Go to Survey URL',
    '!Panel D: Outback Opinions: no redirect for completes, so respondents end on a page of ours and the supplier does not see the complete. Add it',
    '!Panel D: Its margin is −$0.40 a complete. Change price',
    '!No traffic yet: the survey Wave 8 US does not start.',
    '!2 sources are live already, and may start to take respondents.',
  ])
  expect(links().map(link => link.getAttribute('href'))).toEqual([
    '#/manage/project/4/survey/9/edit?field=survey_url',
    '#/suppliers/5?tab=settings',
    '#/manage/project/4/survey/9/stream/21?field=supplier_cpi',
  ])
})

test('a launch without its survey says that there is no traffic yet (day.md §3)', async () => {
  const { dialog } = await opened(PLAN, { 'statuses.launch': { events: [eventOf(PROJECT, 1), eventOf(OBJECT, 1)] } })
  await dialog.getByRole('checkbox', { name: 'Survey Wave 8 US' }).click({ force: true })
  await dialog.getByRole('button', { name: 'Launch 2' }).click()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: '1 project and 1 source are live' }))
    .toHaveTextContent('No traffic yet: the survey Wave 8 US does not start.')
})

test('a refused launch says that nothing was changed, and shows the plan as it is by then (docs/decisions/0099)', async () => {
  const now: LaunchPlan = { ...PLAN, objects: [PROJECT, SURVEY, { ...OBJECT, blocks: ['target_missing'] }] }
  const message = 'Panel D: The target must be greater than 0. No status was changed.'
  const { desk, dialog } = await opened(PLAN, {
    'statuses.launch': refused(409, { _tag: 'Conflict', message, reason: 'target_missing', current: now }),
  })
  await expect.element(dialog.getByRole('button', { name: 'Launch 3' })).toBeVisible()
  desk.answer({ 'statuses.launchPlan': now })
  await dialog.getByRole('button', { name: 'Launch 3' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(message)
  await expect.element(dialog.getByRole('button', { name: 'Launch 2' })).toBeVisible()
})
