import { expect, test } from 'vitest'
import { PERSONAS, PersonaPlayer, type Persona } from './personas.ts'

const played = (seed: number, count: number) => {
  const player = new PersonaPlayer(seed)
  return Array.from({ length: count }, () => player.next())
}

test('a seed plays the same respondents each time, another one others', () => {
  expect(played(7, 50)).toEqual(played(7, 50))
  expect(played(7, 50)).not.toEqual(played(8, 50))
})

test('every persona is played about as often as its weight says (seed 1)', () => {
  const found = played(1, 4_000).map(({ persona }) => persona)
  const shares = (Object.keys(PERSONAS) as Persona[]).map(name => {
    const share = (found.filter(persona => persona === name).length / found.length) * 100
    return Math.abs(share - PERSONAS[name].weight) < 2.5 ? 'as its weight' : `${name} ${share}`
  })
  expect(new Set(shares)).toEqual(new Set(['as its weight']))
})

test('a farm shares its few devices, rotating addresses are of one network, and a ghost brings no proof', () => {
  const player = new PersonaPlayer(3)
  const of = (persona: Persona) => Array.from({ length: 40 }, () => player.next(persona))
  expect(new Set(of('duplicateFarm').map(({ fingerprint }) => fingerprint)).size).toBeLessThanOrEqual(4)
  expect(new Set(of('rotatingAddresses').map(({ address }) => address)).size).toBe(40)
  expect(of('rotatingAddresses').every(({ address }) => address.startsWith('203.0.113.'))).toBe(true)
  expect(of('ghost').every(({ isUnsigned }) => isUnsigned)).toBe(true)
  expect(of('honest').some(({ isUnsigned }) => isUnsigned)).toBe(false)
})
