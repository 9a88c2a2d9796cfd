import { expect, test } from 'vitest'
import { judgeHash } from '#ledger/facts/return-hash'
import { PERSONAS, PersonaPlayer, type Persona } from './personas.ts'
import { Chance } from './random.ts'
import { entryQuery, isBadComplete, planVisit, returnQuery, type Door, type Visit } from './visits.ts'

const DOOR: Door = {
  projectId: 4,
  stmid: 9,
  supplierIds: [1, 2],
  loiMinutes: 10,
  ir: 0.5,
  priceCents: 200,
  fullShare: 0,
}
const SECRET = 'secret-of-the-tests-0123456789'

function planned(seed: number, count: number): readonly Visit[] {
  const [chance, player] = [new Chance(seed), new PersonaPlayer(seed + 1)]
  return Array.from({ length: count }, () => planVisit(DOOR, player, chance))
}
const of = (persona: Persona) => planned(5, 2_000).filter(({ person }) => person.persona === persona)

test('a seed plans the same visits each time, another one others', () => {
  expect(planned(7, 40)).toEqual(planned(7, 40))
  expect(planned(7, 40)).not.toEqual(planned(8, 40))
})

test('what comes back is signed with the account’s secret and says what the survey found; a ghost’s hash is wrong', () => {
  for (const persona of Object.keys(PERSONAS) as Persona[]) {
    const visit = of(persona).find(({ outcome }) => outcome === 'complete')
    if (visit === undefined) throw new Error(`No ${persona} completes`)
    const query = returnQuery(visit, 'rdud-1', SECRET)
    const parameters = new Map(query)
    expect([persona, judgeHash(parameters, [SECRET], false, null), Number(parameters.get('bot_score'))]).toEqual([
      persona,
      persona === 'ghost' ? 'wrong' : 'valid',
      visit.person.scores.bot_score,
    ])
  }
})

test('a link carries the respondent’s id, device and supplier, and no word of what they are', () => {
  const [visit] = of('duplicateFarm')
  if (visit === undefined) throw new Error('The farm comes')
  expect([...entryQuery(visit).keys()].toSorted()).toEqual(['fp', 'rid', 'sup'])
  expect(`${entryQuery(visit)} ${returnQuery(visit, 'rdud-1', SECRET)}`).not.toMatch(/farm|persona|bad/i)
})

test('who abandons never comes back; the fast but honest are back within a minute and a half', () => {
  const lost = planned(5, 400).find(({ outcome }) => outcome === 'abandon')
  expect(lost && returnQuery(lost, 'rdud-1', SECRET)).toBeNull()
  const fast = of('fastButHonest').map(({ stayMs }) => stayMs)
  expect([fast.length > 50, Math.max(...fast) <= 90_000]).toEqual([true, true])
})

test('a client would reject completes of the bad alone', () => {
  const bad = planned(5, 2_000).filter(isBadComplete)
  expect(new Set(bad.map(({ person }) => PERSONAS[person.persona].isBad))).toEqual(new Set([true]))
  expect(bad.every(({ outcome }) => outcome === 'complete')).toBe(true)
})
