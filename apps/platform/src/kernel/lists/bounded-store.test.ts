import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BoundedStore } from './bounded-store.ts'

const KB = 1_024
const value = (kilobytes: number) => Buffer.alloc(kilobytes * KB)
const bytesOf = ({ byteLength }: Buffer) => byteLength

describe('a bounded store', () => {
  test('stays within its bytes; the least recently used entry goes first', () => {
    const store = new BoundedStore(10 * KB, bytesOf)
    const [one, two, three] = [value(2), value(2), value(2)]
    store.set('one', one)
    store.set('two', two)
    store.set('three', three)
    expect([store.get('one'), store.bytes]).toEqual([one, 9 * KB])
    const four = value(3)
    store.set('four', four)
    expect([store.get('one'), store.get('two'), store.get('three'), store.get('four'), store.bytes]).toEqual([
      one,
      undefined,
      three,
      four,
      10 * KB,
    ])
  })

  test('holds one value a key, the newest', () => {
    const store = new BoundedStore(10 * KB, bytesOf)
    const newest = value(1)
    store.set('one', value(4))
    store.set('one', newest)
    expect([store.get('one'), store.bytes]).toEqual([newest, 2 * KB])
    store.delete('one')
    store.delete('one')
    expect([store.get('one'), store.bytes]).toEqual([undefined, 0])
  })

  test('a value larger than the whole store is not stored', () => {
    const store = new BoundedStore(10 * KB, bytesOf)
    store.set('large', value(10))
    expect([store.get('large'), store.bytes]).toEqual([undefined, 0])
  })

  test('after any sequence it counts exactly the bytes that it holds', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const step = fc.oneof(
      fc.record({ set: key, kilobytes: fc.nat(12) }),
      fc.record({ delete: key }),
      fc.record({ get: key }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const store = new BoundedStore(10 * KB, bytesOf)
        for (const one of steps) {
          if ('set' in one) store.set(one.set, value(one.kilobytes))
          else if ('delete' in one) store.delete(one.delete)
          else store.get(one.get)
          const held = ['a', 'b', 'c', 'd', 'e'].flatMap(name => store.get(name) ?? [])
          expect(store.bytes).toBe(held.reduce((sum, held) => sum + held.byteLength + KB, 0))
          expect(store.bytes).toBeLessThanOrEqual(10 * KB)
        }
      }),
    )
  })
})
