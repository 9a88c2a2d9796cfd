import { command } from '@desk/machines/runtime/step'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { assign, setup } from 'xstate'
import { run, type Runner } from './runner.ts'

const doorMachine = setup({
  types: {
    context: {} as { rings: number },
    events: {} as { type: 'rang' } | { type: 'opened'; by: string } | { type: 'failed' },
  },
  actions: { open: command<{ afterRings: number }>(), greet: command<{ who: string }>() },
}).createMachine({
  id: 'door',
  context: { rings: 0 },
  initial: 'closed',
  entry: { type: 'greet', params: { who: 'nobody' } },
  states: {
    closed: {
      on: {
        rang: {
          target: 'opening',
          actions: [
            assign({ rings: ({ context }) => context.rings + 1 }),
            { type: 'open', params: ({ context }) => ({ afterRings: context.rings }) },
          ],
        },
      },
    },
    opening: {
      on: {
        opened: { target: 'open', actions: { type: 'greet', params: ({ event }) => ({ who: event.by }) } },
        failed: 'closed',
      },
    },
    open: {},
  },
})

function opened() {
  const performed: unknown[] = []
  const recorded: unknown[] = []
  const runner: Runner<typeof doorMachine> = run('door', doorMachine, {
    handlers: {
      open: ({ afterRings }, send) => {
        performed.push(['open', afterRings])
        send({ type: 'opened', by: 'Ana' })
        performed.push(['open is done', runner.getSnapshot().value])
      },
      greet: ({ who }) => void performed.push(['greet', who]),
    },
    recorder: { record: (machine, event, snapshot) => void recorded.push([machine, event.type, snapshot.value]) },
  })
  return { performed, recorded, runner }
}

describe('the runner', () => {
  test('performs commands in order, and an outcome sent by a handler waits for its turn', () => {
    const { performed, recorded, runner } = opened()
    runner.send({ type: 'rang' })
    expect(performed).toEqual([
      ['greet', 'nobody'],
      ['open', 1],
      ['open is done', 'opening'],
      ['greet', 'Ana'],
    ])
    expect(recorded).toEqual([
      ['door', 'rang', 'opening'],
      ['door', 'opened', 'open'],
    ])
  })

  test('publishes each new snapshot, and nothing for an event that changes nothing', () => {
    const { runner, recorded } = opened()
    const seen: unknown[] = []
    const { unsubscribe } = runner.subscribe(snapshot => void seen.push(snapshot.value))
    runner.send({ type: 'failed' })
    runner.send({ type: 'rang' })
    unsubscribe()
    runner.send({ type: 'failed' })
    expect(seen).toEqual(['opening', 'open'])
    expect(recorded).toHaveLength(4)
  })

  test('a handler that throws is reported, and the machine goes on', () => {
    const faults: unknown[] = []
    const runner: Runner<typeof doorMachine> = run('door', doorMachine, {
      handlers: {
        open: () => {
          throw new Error('no hinge')
        },
        greet: () => {},
      },
      onFault: fault => void faults.push(String(fault)),
    })
    runner.send({ type: 'rang' })
    runner.send({ type: 'opened', by: 'Bo' })
    expect([faults, runner.getSnapshot().value]).toEqual([['Error: no hinge'], 'open'])
  })
  test('a handler that throws is never silent: without a listener the fault is thrown after the event', () => {
    const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
    onTestFinished(() => later.mockRestore())
    const runner: Runner<typeof doorMachine> = run('door', doorMachine, {
      handlers: {
        open: () => {
          throw new Error('no hinge')
        },
        greet: () => {},
      },
    })
    runner.send({ type: 'rang' })
    expect(() => later.mock.calls[0]?.[0]()).toThrow('no hinge')
  })
})
