import { expect, test } from 'vitest'
import { linkErrorToast } from './link-error.ts'

const MESSAGE = 'It could not be opened.'
const user = {
  settings: [
    { pm_dsh_ud: 3, dashboard_name: 'Beta', is_default: false, user_time_zone: 15, advanced_stream_view: false },
  ],
}

test('for a link to another account of the user, names it and offers the switch; for any other only the reason (§2.31)', () => {
  const switched: number[] = []
  const switchTo = (id: number) => void switched.push(id)
  const own = linkErrorToast({ message: MESSAGE, pm_dsh_ud: 3 }, user, switchTo)
  own.action?.onPress()
  expect([own.message, own.description, own.action?.label, switched]).toEqual([
    MESSAGE,
    'It belongs to your account Beta: switch to it, and follow the link again.',
    'Switch',
    [3],
  ])
  const plain = { type: 'error', message: MESSAGE }
  expect([
    linkErrorToast({ message: MESSAGE, pm_dsh_ud: 4 }, user, switchTo),
    linkErrorToast({ message: MESSAGE, pm_dsh_ud: null }, user, switchTo),
    linkErrorToast({ message: MESSAGE, pm_dsh_ud: 3 }, user, null),
    linkErrorToast({ message: MESSAGE, pm_dsh_ud: 3 }, null, switchTo),
  ]).toEqual([plain, plain, plain, plain])
})
