import { COLUMN_OF_STATE, COUNT_COLUMNS, type CountColumn, type RespondentCode } from '@desk/schema/respondents/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RESPONDENT_EVENTS, type RespondentEvent } from '../../src/respondent/respondent.events.ts'
import { respondentStep, type RespondentStepResult } from '../../src/respondent/respondent-step.ts'
import { holds } from './walks.ts'

const BEGUN: RespondentStepResult = { code: 10, changed: false, late: false, viaServer: false, repeat: false }

test('law 8: a respondent has one final state; the identity of entrants and columns holds after every event', () => {
  const happenings = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.constantFrom(...RESPONDENT_EVENTS)), {
    maxLength: 120,
    size: 'max',
  })
  holds('law 8', happenings, all => {
    const people = new Map<number, RespondentStepResult>()
    const columns = Object.fromEntries(COUNT_COLUMNS.map(column => [column, 0])) as Record<CountColumn, number> // fromEntries forgets its keys.
    const finals = new Map<number, RespondentCode[]>()
    /** The states from which each person was reconciled, the last one last: an undo leads back to it, and to no other. */
    const cameFrom = new Map<number, RespondentCode[]>()
    for (const [person, event] of all) {
      const before = people.get(person) ?? BEGUN
      const states = cameFrom.get(person) ?? []
      if (event.type === 'reconciliation.undone' && event.code !== states.at(-1)) continue
      if (!people.has(person)) columns[COLUMN_OF_STATE[10]] += 1
      const after = respondentStep(before.code, before, event)
      people.set(person, after)
      if (after.changed && event.type === 'reconciliation.undone') cameFrom.set(person, states.slice(0, -1))
      else if (after.changed && event.type.startsWith('reconciliation.')) cameFrom.set(person, [...states, before.code])
      columns[COLUMN_OF_STATE[before.code]] -= 1
      columns[COLUMN_OF_STATE[after.code]] += 1

      expect(Object.values(columns).reduce((sum, count) => sum + count, 0)).toBe(people.size)
      expect(columns).toEqual(recount(people))
      expect(after.changed).toBe(after.code !== before.code)
      const becameFinal =
        after.changed && after.code !== 11 && after.code !== 40 && !event.type.startsWith('reconciliation.')
      const had = finals.get(person) ?? []
      // One final state, or two when a server that is believed overruled what had been said before.
      expect(!becameFinal || had.length === 0 || (had.length === 1 && isBelieved(event) && !before.viaServer)).toBe(
        true,
      )
      if (becameFinal) finals.set(person, [...had, after.code])
    }
  })
})

const isBelieved = (event: RespondentEvent): boolean =>
  event.type === 'return.received' && event.viaServer && event.isBelieved

function recount(people: ReadonlyMap<number, RespondentStepResult>): Record<CountColumn, number> {
  const columns = Object.fromEntries(COUNT_COLUMNS.map(column => [column, 0])) as Record<CountColumn, number> // fromEntries forgets its keys.
  for (const { code } of people.values()) columns[COLUMN_OF_STATE[code]] += 1
  return columns
}
