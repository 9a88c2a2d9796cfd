import { describe, expect, test } from 'vitest'
import { instrument } from './instrument.ts'
import { switchesOf } from './switches.ts'

/** What an instrumented expression gives, with one change on. */
function valueOf(code: string, on: string | null): unknown {
  // the code is this test's own
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function('$mutant', `return ${instrument(code, 'f').code}`)(switchesOf(on)) as unknown
}

/** Each change of an expression: what it says, and what the expression gives with it. */
function changesOf(code: string): readonly (readonly [string, unknown])[] {
  return instrument(code, 'f').changes.map(({ id, name }) => [name, valueOf(code, id)] as const)
}

describe('a source file is changed', () => {
  test('in a constant, which is one more; not where the number names a property', () => {
    expect([valueOf('60', null), ...changesOf('60')]).toEqual([60, ['f 60: 60 → 61', 61]])
    expect(changesOf('({ 1: true })')).toEqual([])
  })

  test('in a comparison or a sum, which is mistaken for its neighbour; texts are not summed', () => {
    expect([valueOf('2 >= 2', null), ...changesOf('2 >= 2')]).toEqual([
      true,
      ['f 2 >= 2: >= → >', false],
      ['f 2 >= 2: 2 → 3', true],
      ['f 2 >= 2: 2 → 3', false],
    ])
    expect(changesOf("'a' + 'b'")).toEqual([])
  })

  test('in a condition, of which each part is left out, or all of it is taken the other way', () => {
    const code = '(1 < 2 && 3 < 2) || false'
    expect([
      valueOf(code, null),
      ...changesOf(code)
        .filter(([name]) => name.includes('without') || name.includes('||'))
        .map(([, value]) => value),
    ]).toEqual([false, false, false, false, true, false, true])
  })

  test('in a negation and in a choice', () => {
    expect([valueOf('!true', null), ...changesOf('!true')]).toEqual([false, ['f !true: not negated', true]])
    expect([valueOf("true ? 'a' : 'b'", null), ...changesOf("true ? 'a' : 'b'")]).toEqual([
      'a',
      ["f true ? 'a' : 'b': its two ways swapped", 'b'],
    ])
  })

  test('in an assignment, of which two properties are swapped; not in any other object', () => {
    const { code, changes } = instrument('assign({ held: true, waiting: false })', 'f')
    expect(changes.map(({ name }) => name)).toEqual(['f { held: true, waiting: false }: held and waiting swapped'])
    // the code is this test's own
    // oxlint-disable-next-line typescript/no-implied-eval
    const assigned = new Function('$mutant', 'assign', `return ${code}`)(
      switchesOf(changes[0]?.id ?? null),
      (fields: object) => fields,
    ) as unknown
    expect(assigned).toEqual({ held: false, waiting: true })
    expect(instrument('({ held: true, waiting: false })', 'f').changes).toEqual([])
  })

  test('not where a condition only tells the compiler what it has', () => {
    expect(instrument("event.type === 'x' && event.no === last", 'f').changes.map(({ name }) => name)).toEqual([
      "f event.type === 'x' && event.no === last: without event.no === last",
      'f event.no === last: === → !==',
    ])
    expect(instrument('user !== null && user.uid === 1', 'f').changes.map(({ name }) => name)).toEqual([
      'f user !== null && user.uid === 1: without user.uid === 1',
      'f user !== null: !== → ===',
      'f user.uid === 1: === → !==',
      'f user.uid === 1: 1 → 2',
    ])
  })

  test('in types nowhere', () => {
    expect(instrument('const codes: readonly (1 | 2)[] = [] as 3[]', 'f').changes).toEqual([])
  })
})
