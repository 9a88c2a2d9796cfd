import type { JournalEntry, JournalEvent } from '@desk/schema/journal/entry'
import { describe, expect, test } from 'vitest'
import { MACHINES, machineOf } from '../registry.ts'
import { start, stateOf, step } from '../runtime/step.ts'
import type { DialogViewer } from '../user-dialog/user-dialog.events.ts'
import { userDialogSamples } from '../../tools/samples/user-dialog.samples.ts'
import { fingerprint } from './fingerprint.ts'
import { BEGINNING, fold, replay, type Checkpoint } from './fold.ts'
import { MARK_EVERY, Playback } from './playback.ts'
import { receive } from './receive.ts'
import { reasonsOf, waysOf } from './reasons.ts'

/** A journal of two machines that take turns: the sidebar is toggled, the window's width changes, the session hears of places. */
function lived(length: number): JournalEntry[] {
  const snapshots = new Map<string, ReturnType<typeof start>['snapshot']>()
  return Array.from({ length }, (_, index): JournalEntry => {
    const machine = index % 3 === 0 ? 'session' : 'sidebar'
    const registered = machineOf(machine)
    if (registered === null) throw new Error('There is no such machine.')
    const sent =
      machine === 'session'
        ? { type: 'location.changed', path: `/projects/${index}` }
        : index % 3 === 1
          ? { type: 'sidebar.toggleRequested' }
          : { type: 'window.resized', widthPx: index % 2 === 0 ? 1_000 : 1_600 }
    const event = receive(machine, sent)
    if (event === null) throw new Error('The machine does not know it.')
    const after = step(registered.machine, snapshots.get(machine) ?? start(registered.machine).snapshot, event).snapshot
    snapshots.set(machine, after)
    // receive() leaves plain JSON fields.
    return {
      session: 's',
      seq: index + 1,
      atMs: index,
      machine,
      version: registered.version,
      event: event as JournalEvent,
      fingerprint: fingerprint(stateOf(after)),
    }
  })
}
const statesAt = (playback: Playback, position: number) =>
  Object.fromEntries([...playback.at(position).snapshots].map(([key, snapshot]) => [key, stateOf(snapshot)]))

describe('walking through a journal', () => {
  test('any moment, in any order of requests, equals folding from the start (law 1)', () => {
    const entries = lived(3 * MARK_EVERY + 7)
    const playback = new Playback(BEGINNING)
    for (let at = 0; at < entries.length; at += 100) playback.add(entries.slice(at, at + 100))
    const positions = [5, 0, MARK_EVERY * 2, MARK_EVERY * 2 + 1, entries.length, MARK_EVERY, 1, entries.length + 50]
    expect(positions.map(position => statesAt(playback, position))).toEqual(
      positions.map(position => fold(entries.slice(0, position)).states),
    )
    expect([playback.fold(), playback.fault(), playback.folded]).toEqual([true, null, entries.length])
  })

  test('goes on from a checkpoint, and skips repeats (law 1)', () => {
    const entries = lived(40)
    const playback = new Playback(fold(entries.slice(0, 10)))
    playback.add(entries)
    playback.add(entries.slice(20))
    expect([playback.entries.length, statesAt(playback, 30), statesAt(playback, 0)]).toEqual([
      30,
      fold(entries).states,
      fold(entries.slice(0, 10)).states,
    ])
    playback.fold()
    expect(playback.fault()).toBeNull()
  })

  test('folds in slices of limited time', () => {
    const playback = new Playback(BEGINNING)
    playback.add(lived(10))
    let left = 3
    const isOver = () => (left -= 1) === 0
    expect([playback.fold(isOver), playback.folded, playback.fold(), playback.folded]).toEqual([false, 3, true, 10])
  })

  test('finds what replay finds: a state that differs, a machine that changed, a gap; and goes on', () => {
    const entries = lived(12)
    const forged = entries.map(entry => (entry.seq === 5 ? { ...entry, fingerprint: '0'.repeat(16) } : entry))
    const old = forged.map(entry => ({ ...entry, version: '1'.repeat(16) }))
    const gapped = entries.filter(({ seq }) => seq !== 4)
    const found = [forged, old, gapped].map(all => {
      const playback = new Playback(BEGINNING)
      playback.add(all)
      playback.fold()
      return { fault: playback.fault(), folded: playback.folded, differs: playback.differs(5) }
    })
    expect(found.map(({ fault }) => fault)).toEqual([forged, old, gapped].map(all => replay(all)))
    expect(found.map(({ folded, differs }) => [folded, differs])).toEqual([
      [12, true],
      [12, true],
      [11, false],
    ])
  })

  test('a machine that is no longer there is no reason to stop', () => {
    const [first] = lived(1)
    const playback = new Playback({
      seq: 0,
      states: { gone: { value: 'a', context: {} } },
      versions: { gone: 'x' },
    } satisfies Checkpoint)
    playback.add([{ ...first!, machine: 'gone' }])
    expect([playback.at(1).taken, playback.at(1).snapshots.size, playback.fault()?.kind]).toEqual([
      null,
      0,
      'machine changed',
    ])
  })
})

describe('the explanation of an event', () => {
  const { machine } = MACHINES.sidebar
  const registered = machineOf('sidebar')!
  const open = start(machine).snapshot

  test('names every transition with its guard’s answer, and marks the one taken', () => {
    expect(reasonsOf(registered, open, { type: 'window.resized', widthPx: 1_000 } as never)).toEqual([
      {
        state: 'open',
        event: 'window.resized',
        guard: 'becomesNarrow',
        holds: true,
        isTaken: true,
        target: 'collapsed.byWidth',
        actions: ['becomeNarrow'],
      },
      {
        state: 'open',
        event: 'window.resized',
        guard: 'becomesWide',
        holds: false,
        isTaken: false,
        target: null,
        actions: ['becomeWide'],
      },
    ])
    expect(reasonsOf(registered, open, { type: 'page.hidden' } as never)).toEqual([])
  })

  test('lists what a machine would accept in its state; a guard that needs the event’s payload has no answer yet', () => {
    expect(
      waysOf('sidebar', registered, open).map(({ event, guard, holds, isTaken }) => [event, guard, holds, isTaken]),
    ).toEqual([
      ['sidebar.toggleRequested', null, true, true],
      ['window.resized', 'becomesNarrow', null, false],
      ['window.resized', 'becomesWide', null, false],
    ])
  })

  test('names a guard that keeps a button disabled', () => {
    const { machine: change } = MACHINES['status-change']
    const asked = [
      {
        type: 'status.changeRequested',
        scope: 'source',
        id: 7,
        name: 'North',
        from: 3,
        to: 1,
        version: 3,
        effects: null,
      },
      { type: 'status.confirmed', commandId: 'c1' },
      { type: 'status.changeAccepted', commandId: 'c1', version: 4 },
    ] as const
    const done = asked.reduce((snapshot, event) => step(change, snapshot, event).snapshot, start(change).snapshot)
    const ways = waysOf('status-change', machineOf('status-change')!, done as never)
    expect(ways.find(({ event }) => event === 'status.undoRequested')).toEqual({
      state: 'accepted',
      event: 'status.undoRequested',
      guard: 'isReversible',
      holds: false,
      isTaken: false,
      target: 'confirming',
      actions: ['turnAround'],
    })
  })

  test('also for an event with a payload, such as Save, if the guard reads only the machine’s state', () => {
    const { machine: userDialog } = MACHINES['user-dialog']
    const saveOf = (viewer: Partial<DialogViewer>) => {
      const asked = userDialogSamples(0).find(
        sample => sample.type === 'userDialog.editRequested' && sample.user.isGuest,
      )
      if (asked?.type !== 'userDialog.editRequested') throw new Error('There is no sample of a guest.')
      const open = step(userDialog, start(userDialog).snapshot, {
        ...asked,
        viewer: { ...asked.viewer, ...viewer },
      }).snapshot
      return waysOf('user-dialog', machineOf('user-dialog')!, open as never).flatMap(
        ({ event, guard, holds, isTaken }) => (event === 'user.saveRequested' ? [{ guard, holds, isTaken }] : []),
      )
    }
    expect([saveOf({ isSuperAdmin: false }), saveOf({ isSuperAdmin: true })]).toEqual([
      [{ guard: 'maySave', holds: false, isTaken: false }],
      [{ guard: 'maySave', holds: true, isTaken: false }],
    ])
  })
})
