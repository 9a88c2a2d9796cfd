import {
  MARKS_MAX,
  type MarkAdditions,
  type MarkList,
  type MarksAdded,
  type MarksChanged,
} from '@desk/schema/defender/mark-lists'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { JudgedMarks } from './mark-lines.ts'
import * as store from './marks.store.ts'

/** The scope of the lists' history, whose object is the account. */
export const MARKS_SCOPE = 'mark_lists'

const signed = ({ user, at }: Actor) => ({ userId: user.uid, at })

/** The history's facts: on which list how many entries came, went, or came back. */
const told = (list: MarkList, field: string, count: number, more: HistoryFacts = {}) => ({
  before: { [`${list}_${field}`]: null },
  after: { [`${list}_${field}`]: count, ...more },
})

/** Puts the devices, addresses and networks of a list's lines on it: all, none, or the good ones, as asked. */
export function putOnList(
  tx: Tx,
  actor: Actor,
  { list, note, until, take }: MarkAdditions,
  { lines, marks, faulty, faults, reading }: JudgedMarks & Pick<MarksAdded, 'reading'>,
): Promise<Outcome<MarksAdded>> {
  const { accountId } = actor
  const isStored = marks.length > 0 && (faulty === 0 || take === 'good')
  const counts = { added: 0, renewed: 0 }
  return edit<number, number, MarksAdded>(tx, actor, {
    scope: MARKS_SCOPE,
    id: accountId,
    lock: () => store.holdLists(tx, accountId),
    judge: entries =>
      refusedFor([
        ...(until !== null && Date.parse(until) <= actor.at.getTime()
          ? [{ path: ['until'], message: 'The end must be in the future' }]
          : []),
        ...(isStored && entries + marks.length > MARKS_MAX
          ? [{ path: ['text'], message: `The lists hold at most ${MARKS_MAX.toLocaleString('en-US')} entries` }]
          : []),
      ]) ?? { before: 0, after: isStored ? marks.length : 0 },
    async write() {
      counts.renewed = await store.replaceMarks(tx, accountId, list, marks, signed(actor))
      counts.added = (await store.addMarks(tx, accountId, { list, note, until }, marks, signed(actor))) - counts.renewed
      await store.countLists(tx, accountId)
    },
    changed: () => told(list, 'added', counts.added + counts.renewed, { note: note === '' ? null : note, until }),
    read: () => Promise.resolve({ list, is_stored: isStored, reading, lines, ...counts, faulty, faults }),
  })
}

/** Removes entries from the lists. */
export const removeFromLists = (tx: Tx, actor: Actor, entries: readonly number[]) =>
  change(tx, actor, 'removed', () => store.removeMarks(tx, actor.accountId, entries, signed(actor)))

/** Brings removed entries back. */
export const restoreToLists = (tx: Tx, actor: Actor, entries: readonly number[]) =>
  change(tx, actor, 'restored', () => store.restoreMarks(tx, actor.accountId, entries))

type Changed = Awaited<ReturnType<typeof store.removeMarks>>

function change(
  tx: Tx,
  actor: Actor,
  field: 'removed' | 'restored',
  write: () => Promise<Changed>,
): Promise<Outcome<MarksChanged>> {
  const { accountId } = actor
  let changed: Changed = []
  const of = (list: MarkList) => changed.filter(entry => entry.list === list).length
  return edit<number, readonly number[], MarksChanged>(tx, actor, {
    scope: MARKS_SCOPE,
    id: accountId,
    async lock() {
      const entries = await store.holdLists(tx, accountId)
      changed = await write()
      return entries
    },
    judge: () => ({ before: [], after: changed.map(({ entry_id: id }) => id) }),
    write: () => store.countLists(tx, accountId),
    changed: () => {
      const facts = (['block', 'watch'] as const).filter(list => of(list) > 0).map(list => told(list, field, of(list)))
      return {
        before: Object.assign({}, ...facts.map(({ before }) => before)),
        after: Object.assign({}, ...facts.map(({ after }) => after)),
      }
    },
    read: () => Promise.resolve({ entries: changed.map(({ entry_id: id }) => id) }),
  })
}
