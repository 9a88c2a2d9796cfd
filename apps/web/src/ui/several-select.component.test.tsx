import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SeveralSelect } from './several-select.tsx'

const OPTIONS = Array.from({ length: 20 }, (_, at) => ({ id: String(at), label: `Project ${at + 1}` }))

test('a chooser is one dialog, named by its button; arrows walk a long list, and the search stays above it (look.md 12)', async () => {
  const page = await render(
    <SeveralSelect
      label="Projects"
      options={OPTIONS}
      chosenIds={['3']}
      onChange={() => undefined}
      onOpenChange={() => undefined}
      words=""
      onWordsChange={() => undefined}
      note={null}
      none="No project has this name."
    />,
  )
  await page.getByRole('button', { name: 'Projects: 1 chosen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Projects: 1 chosen' })
  const search = dialog.getByRole('searchbox', { name: 'Search projects' })
  await expect.element(search).toHaveFocus()
  const last = dialog.getByRole('option', { name: 'Project 20' }).element()
  const isSeen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const box = dialog.element().getBoundingClientRect()
    return top >= box.top && bottom <= box.bottom
  }
  expect(isSeen(last)).toBe(false)
  for (let down = 0; down < OPTIONS.length; down++) await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => isSeen(last)).toBe(true)
  expect(isSeen(search.element())).toBe(true)
  // a reader that walks by buttons closes it without leaving the dialog
  expect(dialog.getByRole('button', { name: 'Dismiss' }).elements()).not.toHaveLength(0)
})
