import { expect, test } from 'vitest'
import { compare, headline, type Sides } from './rounds.ts'

const itself = (value: number) => value
const compared = (sides: Sides<number, number>) => compare(sides, itself, itself)

test('the ratio is the median of the rounds’ ratios, and the figures beside it are those of that round', () => {
  // The medians of the sides, 600 and 1,000, are of other rounds: divided they give 0.6.
  const result = headline(compared({ ours: [500, 600, 700], peer: [1_000, 800, 1_250] }))
  expect(result).toEqual({
    ratio: 0.56,
    ratioIs: 'ours ÷ peer of round 3 of 3, whose ratio is the median',
    ours: 700,
    peer: 1_250,
    rounds: { ours: [500, 600, 700], peer: [800, 1_000, 1_250], ratio: [0.5, 0.56, 0.75] },
  })
  expect(result.ours / result.peer).toBe(result.ratio)
})

test('of an even number of rounds it is the lower of the two in the middle, never a figure that no round had', () => {
  const { ratio, ours, peer, ratioIs } = headline(compared({ ours: [1, 2, 3, 4], peer: [1, 1, 1, 1] }))
  expect([ratio, ours, peer, ratioIs]).toEqual([2, 2, 1, 'ours ÷ peer of round 2 of 4, whose ratio is the median'])
})

test('one round is what it is; a round without a peer and no round at all are no comparison', () => {
  expect(headline(compared({ ours: [3], peer: [2] }))).toMatchObject({
    ratio: 1.5,
    ratioIs: 'ours ÷ peer of the one round',
    ours: 3,
    peer: 2,
  })
  expect(() => compared({ ours: [1, 2], peer: [1] })).toThrow('Round 2 has no peer')
  expect(() => compared({ ours: [], peer: [] })).toThrow('Nothing was measured')
})
