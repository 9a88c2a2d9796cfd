import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { StatusMenu } from './status-menu.tsx'
import { StatusOverlays } from './status-overlays.tsx'

test('the status history is in the URL: a menu opens it by name, Back closes it, and a link opens that of a survey (house.md §1.4)', async () => {
  const desk = await testDesk({ 'statuses.history': [] }, { path: '/projects?q=a' })
  const page = await draw(
    desk,
    <>
      <StatusMenu scope="source" id={7} name="North" statusid={STATUS_CODES.live} reason={null} changedBy={null} />
      <StatusOverlays onChanged={() => undefined} />
    </>,
  )
  await page.getByRole('button', { name: /^Status of North/ }).click()
  await page.getByRole('menuitem', { name: 'Status history' }).click()
  const history = page.getByRole('dialog', { name: 'Status history of North' })
  await expect.element(history).toBeVisible()
  expect(desk.history.location.search).toBe('?q=a&history=7')
  desk.history.back()
  await expect.element(history).not.toBeInTheDocument()
  desk.history.push('/projects?history=survey-20')
  await expect.element(page.getByRole('dialog', { name: 'Status history of survey 20' })).toBeVisible()
})
