import { machineOf } from '@desk/machines/registry'
import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { expect, test } from 'vitest'
import { inspectMachines } from './inspect.ts'
import { openLiveMachines } from './live-machines.ts'

test('the inspector receives each machine once, with its chart, and every event with the state that it led to', () => {
  const sent: StatelyInspectionEvent[] = []
  const machines = openLiveMachines()
  machines.record('sidebar', { type: 'sidebar.toggled' }, { value: 'collapsed', context: { byHand: true } })
  const stop = inspectMachines(machines, createInspector({ send: event => void sent.push(event) }))
  machines.record('sidebar', { type: 'sidebar.toggled' }, { value: 'expanded', context: { byHand: true } })
  stop()
  machines.record('sidebar', { type: 'unseen' }, { value: 'collapsed', context: {} })

  const facts = sent.map(event => {
    if (event.type === '@xstate.actor')
      return [
        event.type,
        event.sessionId,
        event.definition === undefined ? null : (JSON.parse(event.definition) as { id: string }).id,
      ]
    return event.type === '@xstate.event'
      ? [event.type, event.sessionId, event.event.type]
      : [event.type, event.sessionId, event.snapshot]
  })
  const state = (value: string) => expect.objectContaining({ value, context: { byHand: true } })
  expect(facts).toEqual([
    ['@xstate.actor', 'sidebar', machineOf('sidebar')?.machine.id],
    ['@xstate.event', 'sidebar', 'sidebar.toggled'],
    ['@xstate.snapshot', 'sidebar', state('collapsed')],
    ['@xstate.event', 'sidebar', 'sidebar.toggled'],
    ['@xstate.snapshot', 'sidebar', state('expanded')],
  ])
})
