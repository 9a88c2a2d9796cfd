import { MENU_MOST_CHARACTERS, MENU_MOST_CHOICES, type OpenMenu } from '@desk/schema/journal/open-menu'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { LazyMenu } from './lazy-menu.tsx'
import type { MenuItem } from './menu-list.tsx'
import { MenuJournalContext } from './recorded.ts'

async function opened(first: readonly MenuItem[]) {
  const entries: (OpenMenu | null)[] = []
  const record = (menu: OpenMenu | null) => void entries.push(menu)
  const menuOf = (items: readonly MenuItem[]) => (
    <MenuJournalContext value={record}>
      <LazyMenu label="Acts" items={items} onAction={() => undefined} placement="bottom end">
        {trigger => <Button {...trigger}>Open</Button>}
      </LazyMenu>
    </MenuJournalContext>
  )
  const page = await render(menuOf(first))
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  return { page, entries, change: (items: readonly MenuItem[]) => page.rerender(menuOf(items)) }
}
const one = (label: string): readonly MenuItem[] => [{ id: '1', label }]

test('a menu records that it opened, with its choices, and that it closed (house.md §1.4)', async () => {
  const { page, entries, change } = await opened([
    { id: '1', label: 'Copy', description: 'With its quotas' },
    { id: '2', label: 'Delete', isDanger: true, blockedReason: 'It is live.' },
  ])
  expect(entries).toEqual([
    {
      label: 'Acts',
      heading: null,
      choices: [
        { choice: 'Copy', note: 'With its quotas', look: 'plain' },
        { choice: 'Delete', note: 'It is live.', look: 'blocked' },
      ],
      placement: 'bottom end',
      button: expect.objectContaining({ xPx: expect.any(Number) }),
    },
  ])
  await change(one('Copy'))
  expect(entries.at(-1)?.choices).toEqual([{ choice: 'Copy', note: null, look: 'plain' }])
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  expect(entries.slice(2)).toEqual([null])
})

test('a long menu is recorded in part, and one that goes on changing is recorded five times', async () => {
  const { entries, change } = await opened(
    Array.from({ length: MENU_MOST_CHOICES + 9 }, (_, id) => ({ id: String(id), label: 'x'.repeat(500) })),
  )
  expect(entries[0]?.choices).toHaveLength(MENU_MOST_CHOICES)
  expect(entries[0]?.choices[0]?.choice).toHaveLength(MENU_MOST_CHARACTERS)
  for (let time = 0; time < 9; time++) await change(one(`Copy ${time}`))
  expect(entries).toHaveLength(5)
})
