import { JOURNAL_VERSION, JournalEntry } from '@desk/schema/journal/entry'
import { fieldsOf, redact, secret } from '@desk/schema/journal/secret'
import { Schema, SchemaAST } from 'effect'
import { describe, expect, test } from 'vitest'
import { MACHINES, machineOf } from '../registry.ts'
import { SAMPLED } from '../../tools/samples/sampled.ts'
import { start, stateOf, step } from '../runtime/step.ts'
import type { sidebarMachine } from '../sidebar/sidebar.machine.ts'
import { canonicalJson, fingerprint, hash64 } from './fingerprint.ts'
import { fold, replay } from './fold.ts'
import { receive } from './receive.ts'

const CANARY = 'canary-7f3a'
const SECRET_NAMES = [
  'password',
  'confirm_password',
  'current_password',
  'new_password',
  'code',
  'recovery_code',
  'token',
  'AccessToken',
  'Authorization',
]

describe('secrets', () => {
  const SignIn = Schema.Struct({
    type: Schema.Literal('signIn'),
    username: Schema.String,
    password: secret(Schema.String.check(Schema.isMinLength(8))),
    tokens: Schema.Array(Schema.Struct({ name: Schema.String, value: secret(Schema.String) })),
    byName: Schema.Record(
      Schema.String,
      Schema.Struct({ key: secret(Schema.String), hint: Schema.NullOr(Schema.String) }),
    ),
  })
  const Other = Schema.Struct({ type: Schema.Literal('other'), password: Schema.String })
  const value = {
    type: 'signIn' as const,
    username: 'ann',
    password: CANARY,
    tokens: [{ name: 'a', value: CANARY }],
    byName: { x: { key: CANARY, hint: null }, y: { key: CANARY, hint: 'h' } },
  }

  test('what a schema marks secret is left out, at every depth and in unions', () => {
    const kept = {
      type: 'signIn',
      username: 'ann',
      tokens: [{ name: 'a' }],
      byName: { x: { hint: null }, y: { hint: 'h' } },
    }
    expect([redact(SignIn, value), redact(Schema.Union([Other, SignIn]), value)]).toEqual([kept, kept])
  })
  test('what a schema does not have is left out as well', () => {
    expect(redact(SignIn, { ...value, extra: CANARY } as typeof value)).not.toHaveProperty('extra')
  })
  test('an event without its secrets still decodes', () => {
    expect(Schema.decodeUnknownSync(SignIn)(redact(SignIn, value))).toEqual(redact(SignIn, value))
  })

  /** A value with a canary under every name of a secret, at every depth. */
  const spoil = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spoil)
    if (typeof value !== 'object' || value === null) return value
    const inner = Object.entries(value).map(([key, field]) => [key, spoil(field)] as const)
    // A name that the value has means something else there: the code of a return is no secret.
    return { ...Object.fromEntries(SECRET_NAMES.map(secretName => [secretName, CANARY])), ...Object.fromEntries(inner) }
  }

  for (const [name, { events, samplesAt, machine }] of Object.entries(SAMPLED)) {
    test(`no canary typed into ${name} is received, and none of its fields is an unmarked secret`, () => {
      // Every machine's samples are put through the same; their exact types do not matter here.
      const samples = (samplesAt as (snapshot: unknown) => readonly object[])(
        start(machine as typeof sidebarMachine).snapshot,
      )
      const spoiled = samples.map(sample => ({ ...(spoil(sample) as object), extra: { deep: [CANARY] } }))
      expect(samples.length).toBeGreaterThan(0)
      for (const each of spoiled) {
        const received = receive(name, each)
        expect(received).not.toBe(null)
        expect(JSON.stringify(received)).not.toContain(CANARY)
      }
      const named = fieldsOf(events).filter(
        ({ path, isSecret }) =>
          !isSecret &&
          !/(^|\.)(is|has)[A-Z]\w*$/.test(path) &&
          /(password|passwd|secret|token|authorization)$/i.test(path),
      )
      expect(named).toEqual([])
    })
  }
})

test('the token of a password reset is left out of every path', () => {
  const paths = [
    `/reset-password/${CANARY}`,
    `/login?redirect=%2Freset-password%2F${CANARY}`,
    `/reset-password/${CANARY}?x=1`,
    '/projects/5/survey?state=live',
  ]
  expect(paths.map(path => receive('session', { type: 'location.changed', path }))).toEqual([
    { type: 'location.changed', path: '/reset-password/*' },
    { type: 'location.changed', path: '/login?redirect=%2Freset-password%2F*' },
    { type: 'location.changed', path: '/reset-password/*?x=1' },
    { type: 'location.changed', path: '/projects/5/survey?state=live' },
  ])
})

describe('fingerprints', () => {
  test('are the same for the same state in another order of keys, and after storage', () => {
    const state = { value: { a: 'b' }, context: { x: 1, y: [{ p: null, q: 'ü' }], z: undefined } }
    const again = { value: { a: 'b' }, context: { y: [{ q: 'ü', p: null }], x: 1 } }
    expect([fingerprint(again), fingerprint(JSON.parse(JSON.stringify(state)))]).toEqual([
      fingerprint(state),
      fingerprint(state),
    ])
  })
  test('differ for another value, field or text', () => {
    const states = [
      { value: 'a', context: {} },
      { value: 'b', context: {} },
      { value: 'a', context: { x: 1 } },
      { value: 'a', context: { x: '1' } },
      { value: 'a', context: { x: [1] } },
      { value: 'a', context: { x: { 0: 1 } } },
      { value: 'a', context: { x: null } },
    ]
    expect(new Set(states.map(fingerprint)).size).toBe(states.length)
  })
  test('are these, on every computer', () => {
    expect([hash64(''), hash64('Sample Desk'), hash64('ü€𝄞'), canonicalJson({ b: [1.5, -0, null], a: 'x"' })]).toEqual([
      '1aee8d83488bdcb8',
      'ce3815e6a6f9ab23',
      'ad5f8fc469dbeb11',
      '{"a":"x\\"","b":[1.5,0,null]}',
    ])
  })
})

describe('a machine’s version', () => {
  test('is found by the key of an entry, with or without an instance', () => {
    expect([
      machineOf('load/project')?.machine,
      machineOf('load')?.machine,
      machineOf('nobody'),
      machineOf('__proto__'),
    ]).toEqual([MACHINES.load.machine, MACHINES.load.machine, null, null])
  })
})

describe('a journal', () => {
  const { machine, version } = MACHINES.sidebar
  const events = [{ type: 'window.resized', widthPx: 1_000 }, { type: 'sidebar.toggleRequested' }] as const
  const first = step(machine, start(machine).snapshot, events[0]).snapshot
  const second = step(machine, first, events[1]).snapshot
  const entry = (seq: number, over: Partial<JournalEntry> = {}): JournalEntry => ({
    session: 's',
    seq,
    atMs: 1_000 - seq,
    machine: 'sidebar',
    version,
    event: seq === 1 ? events[0] : events[1],
    fingerprint: fingerprint(stateOf(seq === 1 ? first : second)),
    ...over,
  })

  test('decodes from the stored form', () => {
    const stored: unknown = JSON.parse(JSON.stringify(entry(1)))
    expect(Schema.decodeUnknownSync(JournalEntry)(stored)).toEqual(entry(1))
  })
  test('folds into the states of its machines, by seq and not by time', () => {
    expect(fold([entry(2), entry(1)])).toEqual({
      seq: 2,
      states: { sidebar: stateOf(second) },
      versions: { sidebar: version },
    })
  })
  test('replays equal to the recorded states, and says so', () => {
    expect(replay([entry(1), entry(2)])).toEqual({ kind: 'equal', checkpoint: fold([entry(1), entry(2)]) })
  })
  test('names the first entry whose state differs', () => {
    expect(replay([entry(1, { fingerprint: 'other' }), entry(2)])).toEqual({
      kind: 'mismatch',
      seq: 1,
      machine: 'sidebar',
      expected: 'other',
      actual: entry(1).fingerprint,
    })
  })
  test('names a machine that has changed or is gone', () => {
    expect([replay([entry(1), entry(2, { version: 'old' })]), replay([entry(1, { machine: 'gone' })])]).toEqual([
      { kind: 'machine changed', seq: 2, machine: 'sidebar', recorded: 'old', present: version, matters: null },
      {
        kind: 'machine changed',
        seq: 1,
        machine: 'gone',
        recorded: version,
        present: null,
        matters: { seq: 1, machine: 'gone', expected: entry(1).fingerprint, actual: 'no state' },
      },
    ])
  })
  test('of a machine that has changed, names the entry at which its state is another, not the first that it made (R1)', () => {
    const old = (seq: number, over: Partial<JournalEntry> = {}) => entry(seq, { version: 'old', ...over })
    expect(replay([old(1), old(2, { fingerprint: 'other' })])).toEqual({
      kind: 'machine changed',
      seq: 1,
      machine: 'sidebar',
      recorded: 'old',
      present: version,
      matters: { seq: 2, machine: 'sidebar', expected: 'other', actual: entry(2).fingerprint },
    })
  })
  test('goes on comparing the others after a changed machine’s first difference: their difference is the fault (R1)', () => {
    const gone = entry(1, { machine: 'gone', version: 'old' })
    const sidebar = (over: Partial<JournalEntry> = {}) =>
      entry(2, { event: events[0], fingerprint: entry(1).fingerprint, ...over })
    const change = {
      kind: 'machine changed',
      seq: 1,
      machine: 'gone',
      recorded: 'old',
      present: null,
      matters: { seq: 1, machine: 'gone', expected: gone.fingerprint, actual: 'no state' },
    }
    expect([
      replay([gone, sidebar()]),
      replay([gone, sidebar({ fingerprint: 'other' })]),
      replay([gone, { ...sidebar(), seq: 4 }]),
    ]).toEqual([
      change,
      { kind: 'mismatch', seq: 2, machine: 'sidebar', expected: 'other', actual: entry(1).fingerprint },
      { kind: 'gap', seq: 4, expected: 2 },
    ])
  })
  test('of several changed machines, names the one that differs first (R1)', () => {
    const harmless = entry(1, { version: 'old' })
    const gone = entry(2, { machine: 'gone', version: 'old' })
    const later = entry(3, { version: 'old', event: events[1], fingerprint: 'other' })
    expect(replay([harmless, gone, later])).toMatchObject({
      kind: 'machine changed',
      seq: 2,
      machine: 'gone',
      matters: { seq: 2, machine: 'gone' },
    })
  })
  test('names a checkpoint made by a machine that has changed since', () => {
    const checkpoint = { ...fold([entry(1)]), versions: { sidebar: 'old' } }
    expect(replay([entry(2)], checkpoint)).toEqual({
      kind: 'machine changed',
      seq: 1,
      machine: 'sidebar',
      recorded: 'old',
      present: version,
      matters: expect.objectContaining({ seq: 2 }),
    })
  })
  test('names a gap', () => {
    expect([replay([entry(2)]), replay([entry(1), entry(3)])]).toEqual([
      { kind: 'gap', seq: 2, expected: 1 },
      { kind: 'gap', seq: 3, expected: 2 },
    ])
  })
  test('an event that the machine does not know changes nothing', () => {
    expect(fold([entry(1, { event: { type: 'no.such.event' } })])).toEqual({
      seq: 1,
      states: { sidebar: stateOf(start(machine).snapshot) },
      versions: { sidebar: version },
    })
  })
  test('has a version, and every event its fields, that do not change unnoticed', async () => {
    const text = Object.entries(MACHINES).map(
      ([name, { events: schema }]) =>
        `${name}\n${membersOf(schema.ast)
          .map(member => `  ${typeText(member)}\n`)
          .join('')}`,
    )
    await expect(
      `journal version ${JOURNAL_VERSION}\n${typeText(JournalEntry.ast)}\n${text.join('')}`,
    ).toMatchFileSnapshot('events.txt')
  })
})

const membersOf = (ast: SchemaAST.AST): readonly SchemaAST.AST[] => (SchemaAST.isUnion(ast) ? ast.types : [ast])

/** The values that a schema accepts, as text: old journals must still decode, so a change here must be deliberate. */
function typeText(ast: SchemaAST.AST): string {
  if (SchemaAST.isLiteral(ast)) return JSON.stringify(ast.literal)
  if (SchemaAST.isUnion(ast)) return ast.types.map(typeText).join(' | ')
  if (SchemaAST.isArrays(ast)) return `[${[...ast.elements, ...ast.rest].map(typeText).join(', ')}]`
  if (SchemaAST.isObjects(ast)) {
    const named = ast.propertySignatures.map(
      ({ name, type }) => `${String(name)}${type.context?.isOptional === true ? '?' : ''}: ${typeText(type)}`,
    )
    return `{ ${[...named, ...ast.indexSignatures.map(({ type }) => `*: ${typeText(type)}`)].join(', ')} }`
  }
  return ast._tag
}
