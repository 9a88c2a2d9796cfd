const APPLIED: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
}
/** The replacements of comparison and arithmetic operators. */
export const MISTAKEN_FOR: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

const apply = (operator: string, a: unknown, b: unknown): unknown => APPLIED[operator]?.(a as never, b as never) // each operator takes what it is given

type Value = () => unknown

const all = (parts: readonly Value[]): unknown => {
  let value: unknown = true
  for (const part of parts) if (!(value = part())) break
  return value
}
const any = (parts: readonly Value[]): unknown => {
  let value: unknown = false
  for (const part of parts) if ((value = part())) break
  return value
}
/** The parts of a condition without the omitted one. */
const left = (parts: readonly Value[], without: string | null): readonly Value[] =>
  without === null ? parts : parts.filter((_, index) => String(index) !== without)

/** The calls of instrumented code in place of each expression that can be changed (instrument.ts). */
export interface Switches {
  readonly all: (place: string, ...parts: readonly Value[]) => unknown
  readonly any: (place: string, ...parts: readonly Value[]) => unknown
  readonly pair: (place: string, operator: string, left: unknown, right: unknown) => unknown
  readonly not: (place: string, value: unknown) => boolean
  readonly choose: (place: string, test: Value, one: Value, other: Value) => unknown
  readonly number: (place: string, value: number) => number
  readonly swap: (place: string, fields: Readonly<Record<string, unknown>>) => object
}

/**
 * Creates the switches, one of which is on.
 * @param on the id of a change of instrument.ts; null for the code as it is
 */
export function switchesOf(on: string | null): Switches {
  const [place, ...said] = on === null ? [] : on.split(' ')
  const way = (asked: string): string | null => (asked === place ? said.join(' ') : null)
  return {
    all: (asked, ...parts) => (way(asked) === 'other' ? any(parts) : all(left(parts, way(asked)))),
    any: (asked, ...parts) => (way(asked) === 'other' ? all(parts) : any(left(parts, way(asked)))),
    pair: (asked, operator, left, right) =>
      apply(way(asked) === null ? operator : (MISTAKEN_FOR[operator] ?? operator), left, right),
    not: (asked, value) => (way(asked) === null ? !value : Boolean(value)),
    choose: (asked, test, one, other) => (Boolean(test()) === (way(asked) === null) ? one() : other()),
    number: (asked, value) => (way(asked) === null ? value : value + 1),
    swap: (asked, fields) => {
      const changed = way(asked)
      if (changed === null) return fields
      const [one = '', other = ''] = changed.split(' ')
      return { ...fields, [one]: fields[other], [other]: fields[one] }
    },
  }
}
