import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AnswerStore } from './answer-store.ts'

const KB = 1_024
const answer = (kilobytes: number) => ({ body: Buffer.alloc(kilobytes * KB) })

describe('the store of kept answers', () => {
  test('holds no more bytes than it may; what was used longest ago goes first', () => {
    const store = new AnswerStore(10 * KB)
    const [one, two, three] = [answer(2), answer(2), answer(2)]
    store.set('one', one)
    store.set('two', two)
    store.set('three', three)
    expect([store.get('one'), store.bytes]).toEqual([one, 9 * KB])
    const four = answer(3)
    store.set('four', four)
    expect([store.get('one'), store.get('two'), store.get('three'), store.get('four'), store.bytes]).toEqual([
      one,
      undefined,
      three,
      four,
      10 * KB,
    ])
  })

  test('holds one answer a key, the newest', () => {
    const store = new AnswerStore(10 * KB)
    const newest = answer(1)
    store.set('one', answer(4))
    store.set('one', newest)
    expect([store.get('one'), store.bytes]).toEqual([newest, 2 * KB])
    store.delete('one')
    store.delete('one')
    expect([store.get('one'), store.bytes]).toEqual([undefined, 0])
  })

  test('what is larger than everything it may hold is not kept', () => {
    const store = new AnswerStore(10 * KB)
    store.set('large', answer(10))
    expect([store.get('large'), store.bytes]).toEqual([undefined, 0])
  })

  test('whatever comes, it counts exactly what it holds', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const step = fc.oneof(
      fc.record({ set: key, kilobytes: fc.nat(12) }),
      fc.record({ delete: key }),
      fc.record({ get: key }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const store = new AnswerStore(10 * KB)
        for (const one of steps) {
          if ('set' in one) store.set(one.set, answer(one.kilobytes))
          else if ('delete' in one) store.delete(one.delete)
          else store.get(one.get)
          const held = ['a', 'b', 'c', 'd', 'e'].flatMap(name => store.get(name) ?? [])
          expect(store.bytes).toBe(held.reduce((sum, { body }) => sum + body.byteLength + KB, 0))
          expect(store.bytes).toBeLessThanOrEqual(10 * KB)
        }
      }),
    )
  })
})
