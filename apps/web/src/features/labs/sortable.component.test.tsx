import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { SAMPLE_PROJECTS } from './testing/sample-projects.ts'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { SortableScreen } from './sortable.tsx'

const namesIn = (element: Element): readonly (string | null)[] =>
  [...element.querySelectorAll('[role="row"]')].map(({ textContent }) => textContent)

test('projects are put into an own order by the keyboard, which is stored and can be forgotten (§2.16)', async () => {
  const desk = await testDesk({ 'projects.list': SAMPLE_PROJECTS }, { path: '/labs-1/sortable' })
  const page = await draw(desk, <SortableScreen />)
  const list = page.getByRole('grid', { name: 'Projects in my own order' })
  await expect.element(list).toBeVisible()
  expect(namesIn(list.element())).toEqual(['Tea', 'Coffee', 'Cocoa'])
  await userEvent.click(list.getByRole('row', { name: 'Cocoa' }))
  await userEvent.keyboard('{ArrowRight}{Enter}')
  const target = () => document.activeElement?.getAttribute('aria-label')
  await expect.poll(target).toMatch(/^Insert/)
  while (target() !== 'Insert before Tea') await userEvent.keyboard('{ArrowUp}')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => namesIn(list.element())).toEqual(['Cocoa', 'Tea', 'Coffee'])
  await expect.element(page.getByRole('switch', { name: /The project list is in my own order/ })).toBeChecked()
  await userEvent.click(page.getByRole('button', { name: 'Forget my order' }))
  await expect.poll(() => namesIn(list.element())).toEqual(['Tea', 'Coffee', 'Cocoa'])
})
