import { describe, expect, test } from 'vitest'
import { READY_SOURCE_FACTS } from '../../tools/samples/status.samples.ts'
import { statusMachine } from '../status/status.machine.ts'
import { restore, start, stateOf, step } from './step.ts'

describe('moving a machine', () => {
  const launch = { type: 'LAUNCH', by: 'user', facts: READY_SOURCE_FACTS } as const

  test('an event gives the next snapshot and leaves the old one as it was', () => {
    const first = start(statusMachine)
    const { snapshot, commands } = step(statusMachine, first.snapshot, launch)
    expect([stateOf(first.snapshot), stateOf(snapshot), commands]).toEqual([
      { value: 'draft', context: {} },
      { value: 'live', context: {} },
      [],
    ])
  })

  test('a command leaves with its name and parameters alone', () => {
    const { commands } = step(statusMachine, start(statusMachine).snapshot, {
      ...launch,
      facts: { ...READY_SOURCE_FACTS, hasPrice: false },
    })
    expect(commands).toEqual([{ type: 'refuse', params: { reason: 'price_missing' } }])
  })

  test.each(['no.such.event', '*', 'xstate.stop', 'xstate.error.actor.x', 'xstate.init', ''])(
    'the unknown event %j changes nothing (law 2)',
    type => {
      const { snapshot } = start(statusMachine)
      // An event that the machine's types do not have is the point.
      const after = step(statusMachine, snapshot, { type } as never)
      expect(after.snapshot).toBe(snapshot)
      expect(after.commands).toEqual([])
    },
  )

  test('a restored state goes on as if it had been reached', () => {
    const { snapshot } = step(statusMachine, restore(statusMachine, { value: 'draft', context: {} }), launch)
    expect(stateOf(snapshot)).toEqual({ value: 'live', context: {} })
  })
})
