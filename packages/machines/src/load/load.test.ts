import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { LoadEvent } from './load.events.ts'
import { loadMachine } from './load.machine.ts'
import * as load from './load.selectors.ts'

function after(...events: readonly LoadEvent[]) {
  let { snapshot } = start(loadMachine)
  let commands: readonly CommandFrom<typeof loadMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(loadMachine, snapshot, event))
  const flags = {
    requesting: load.isRequesting(snapshot),
    loaded: load.hasLoaded(snapshot),
    failed: load.hasFailed(snapshot),
    error: load.error(snapshot),
  }
  return { snapshot, commands, flags }
}

const QUIET = { requesting: false, loaded: false, failed: false, error: null }
const succeeded = (requestNo: number): LoadEvent => ({ type: 'load.succeeded', requestNo })
const failed = (requestNo: number): LoadEvent => ({ type: 'load.failed', requestNo, message: 'Oh' })

describe.each(['project', 'survey'] as const)('the load of a %s (§4.5)', scope => {
  const requested: LoadEvent = { type: 'load.requested', scope, id: 5 }

  test('goes through request and success, with a requesting flag (§4.5)', () => {
    expect([
      after().flags,
      after(requested).flags,
      after(requested).commands,
      after(requested, succeeded(1)).flags,
    ]).toEqual([
      QUIET,
      { ...QUIET, requesting: true },
      [{ type: 'load', params: { requestNo: 1, scope, id: 5 } }],
      { ...QUIET, loaded: true },
    ])
  })
  test('goes through request and failed, and can be asked for again (§4.5)', () => {
    expect([after(requested, failed(1)).flags, after(requested, failed(1), requested).flags]).toEqual([
      { ...QUIET, failed: true, error: 'Oh' },
      { ...QUIET, requesting: true },
    ])
  })
  test('keeps what it has while it is refreshed, also when that fails (§4.5)', () => {
    const refreshing = [requested, succeeded(1), { type: 'load.refreshRequested' }] as const
    expect([
      after(...refreshing).flags,
      after(...refreshing, failed(2)).flags,
      after(...refreshing, succeeded(2)).flags,
    ]).toEqual([
      { ...QUIET, requesting: true, loaded: true },
      { ...QUIET, loaded: true, error: 'Oh' },
      { ...QUIET, loaded: true },
    ])
  })
  test('drops the late answer of another object', () => {
    const other: LoadEvent = { type: 'load.requested', scope, id: 6 }
    const { flags, commands } = after(requested, other)
    expect([flags, commands, after(requested, other, succeeded(1)).flags]).toEqual([
      { ...QUIET, requesting: true },
      [{ type: 'load', params: { requestNo: 2, scope, id: 6 } }],
      { ...QUIET, requesting: true },
    ])
  })
  test('asks once for the same object', () => {
    expect(after(requested, requested).commands).toEqual([])
  })
})
