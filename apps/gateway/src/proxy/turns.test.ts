import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('an address waits only for its own turns, in order, and a turn given back twice counts once', async () => {
  const turns = new Turns(1)
  const begun: string[] = []
  const take = (name: string, address: string): Promise<() => void> =>
    turns.take(address).then(giveBack => {
      begun.push(name)
      return giveBack
    })
  const [first, , ,] = [await take('first', '2001:db8::1'), take('second', '2001:db8::2'), take('third', '2001:db8::1')]
  await take('elsewhere', '203.0.113.7')
  const before = [...begun]
  first()
  first()
  await turn()
  expect([before, begun]).toEqual([
    ['first', 'elsewhere'],
    ['first', 'elsewhere', 'second'],
  ])
})
