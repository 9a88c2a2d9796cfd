import { describe, expect, test } from 'vitest'
import { instrument } from './instrument.ts'
import { switchesOf } from './switches.ts'

/** The value of an instrumented expression with one change switched on. */
function valueOf(code: string, on: string | null): unknown {
  // the code is this test's own
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function('$mutant', `return ${instrument(code, 'f').code}`)(switchesOf(on)) as unknown
}

/** Each change of an expression: its name, and the expression's value with it. */
function changesOf(code: string): readonly (readonly [string, unknown])[] {
  return instrument(code, 'f').changes.map(({ id, name }) => [name, valueOf(code, id)] as const)
}

describe('instrumenting a source file changes it', () => {
  test('in a constant, by one; not where the number is a property name', () => {
    expect([valueOf('60', null), ...changesOf('60')]).toEqual([60, ['f 60: 60 → 61', 61]])
    expect(changesOf('({ 1: true })')).toEqual([])
  })

  test('in a comparison or a sum, to its neighbour; not in a concatenation of texts', () => {
    expect([valueOf('2 >= 2', null), ...changesOf('2 >= 2')]).toEqual([
      true,
      ['f 2 >= 2: >= → >', false],
      ['f 2 >= 2: 2 → 3', true],
      ['f 2 >= 2: 2 → 3', false],
    ])
    expect(changesOf("'a' + 'b'")).toEqual([])
  })

  test('in a condition, by leaving out each part, or swapping `and` and `or`', () => {
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

  test('in an assignment, by swapping two properties; in no other object', () => {
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

  test('not where a condition only narrows a type', () => {
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

  test('never in types', () => {
    expect(instrument('const codes: readonly (1 | 2)[] = [] as 3[]', 'f').changes).toEqual([])
  })
})
