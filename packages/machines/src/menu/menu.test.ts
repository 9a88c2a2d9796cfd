import { MENU_MOST_CHARACTERS, MENU_MOST_CHOICES, type OpenMenu } from '@desk/schema/journal/open-menu'
import { maskPersonal, personalNamesOf } from '@desk/schema/journal/personal'
import { expect, test } from 'vitest'
import { menuSamples } from '../../tools/samples/menu.samples.ts'
import { receive } from '../journal/receive.ts'
import { start, step } from '../runtime/step.ts'
import { menuMachine } from './menu.machine.ts'
import { MenuEvent } from './menu.events.ts'

const [opened, changed] = menuSamples

test('an open menu shows its latest choices, and is forgotten when it closes', () => {
  let { snapshot } = start(menuMachine)
  const shown = [...menuSamples.slice(0, 2), { type: 'menu.closed' } as const].map(
    event => (snapshot = step(menuMachine, snapshot, event).snapshot).context.menu,
  )
  expect(shown).toEqual([opened.menu, changed.menu, null])
})

test.each<readonly [string, Partial<OpenMenu>]>([
  ['a text that no menu records', { label: 'x'.repeat(MENU_MOST_CHARACTERS * 4) }],
  [
    'more choices than the limit',
    { choices: Array(MENU_MOST_CHOICES + 1).fill({ choice: 'Live', note: null, look: 'plain' }) },
  ],
])('a menu with %s is no event of a journal', (_, more) => {
  expect(receive('menu', opened)).toEqual(opened)
  expect(receive('menu', { ...opened, menu: { ...opened.menu, ...more } })).toBeNull()
})

test('the mask of the longest text is an event too, so that support replays it', () => {
  const longest = { ...opened, menu: { ...opened.menu, label: 'x '.repeat(MENU_MOST_CHARACTERS / 2) } }
  const masked = maskPersonal(personalNamesOf(MenuEvent), longest, () => '1a2')
  expect(receive('menu', masked)).toEqual(masked)
})
