import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { MutedKinds } from './muted-kinds.tsx'

test('a muted kind is listed with its place, and one act unmutes it (docs/decisions/0097)', async () => {
  const desk = await testDesk({
    'alertMutes.list': [
      {
        alert_mute_id: 3,
        kind: 'behind_pace',
        scope: 'source',
        place_id: 3001,
        place_name: 'Main · UK · Habits',
        muted_at: '2026-11-25T17:00:00.000Z',
      },
    ],
    'alertMutes.remove': undefined,
  })
  await draw(desk, <MutedKinds />)
  await expect.element(screen.getByRole('row', { name: /^Behind pace Main · UK · Habits \(source\)/ })).toBeVisible()
  desk.answer({ 'alertMutes.list': [] })
  await screen.getByRole('button', { name: 'Unmute Behind pace at Main · UK · Habits' }).click()
  await expect.element(screen.getByRole('heading', { name: 'No muted kinds' })).toBeVisible()
})
