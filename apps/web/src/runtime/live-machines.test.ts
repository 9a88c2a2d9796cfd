import { expect, test } from 'vitest'
import { openLiveMachines } from './live-machines.ts'

test('the present state of every machine and its last events are remembered, 200 events at most, the newest first', () => {
  const machines = openLiveMachines()
  let told = 0
  const stop = machines.subscribe(() => (told += 1))
  for (let no = 1; no <= 202; no++)
    machines.record(no % 2 === 0 ? 'sidebar' : 'feed', { type: `event ${no}` }, { value: String(no), context: {} })
  stop()
  machines.record('feed', { type: 'unseen' }, { value: 'last', context: {} })
  const heard = machines.heard()
  expect([told, heard.length, heard[0], heard.at(-1)?.no]).toEqual([
    202,
    200,
    { no: 203, machine: 'feed', event: { type: 'unseen' } },
    4,
  ])
  expect([...machines.states()]).toEqual([
    ['feed', { value: 'last', context: {} }],
    ['sidebar', { value: '202', context: {} }],
  ])
  expect(machines.heard()).toBe(heard)
})
