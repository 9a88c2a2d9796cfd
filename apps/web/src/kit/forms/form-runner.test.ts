import {
  asksToLeave,
  errorOf,
  hasUnsaved,
  isBusy,
  isSaved,
  message,
  values as formValues,
} from '@desk/machines/form/form.selectors'
import { receive } from '@desk/machines/journal/receive'
import { Schema } from 'effect'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { ApiError } from '#runtime/api/api-error.ts'
import { NotConfirmed } from '#kit/confirmation/not-confirmed.ts'
import { openForm, STALE_MESSAGE, type FormPlan, type SaveFacts } from './form-runner.ts'
import type { FieldPlan } from './field-kinds.ts'

interface Thing {
  readonly name: string
  readonly target: number
  readonly version: number
}
const filled = Schema.String.check(
  Schema.makeFilter((text: string) => text !== '', { message: 'Name is required' }),
).annotateKey({ messageMissingKey: 'Name is required' })
const Target = Schema.Number.annotate({ message: 'Target (N) must be a valid number' }).annotateKey({
  messageMissingKey: 'Target (N) is required',
})
const schema = Schema.Struct({ target: Target, name: filled })
const FIELDS: readonly FieldPlan[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'target', label: 'Target (N)', kind: 'number' },
]
const STORED: Thing = { name: 'A', target: 100, version: 4 }
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && 'version' in value

function opened(answers: readonly (() => Promise<Thing>)[], plan: Partial<FormPlan<Thing>> = {}) {
  const sent: (readonly [object, SaveFacts])[] = []
  const told = { onSaved: vi.fn(), onCancelled: vi.fn(), goTo: vi.fn(), focusField: vi.fn() }
  const journal: string[] = []
  const refusals: unknown[] = []
  let keys = 0
  const open = openForm<Thing>(
    {
      form: 'thing.edit 1',
      thing: 'thing',
      schema,
      fields: FIELDS,
      stored: STORED,
      version: 4,
      save: async (wire, facts) => {
        sent.push([wire, facts])
        const answer = answers[sent.length - 1]
        if (answer === undefined) throw new Error('unexpected save')
        return answer()
      },
      readStored: current => (isThing(current) ? { stored: current, version: current.version } : null),
      onSaved: told.onSaved,
      onCancelled: told.onCancelled,
      ...plan,
    },
    {
      recorder: {
        instanceOf: machine => `${machine}/1`,
        record: (machine, event) => {
          journal.push(event.type)
          // as it is written: what its schema has
          if (event.type === 'form.refused') refusals.push(receive(machine, event))
        },
      },
      goTo: told.goTo,
      focusField: told.focusField,
      newKey: () => `key ${++keys}`,
    },
  )
  open.open()
  const type = (field: string, value: string) => open.form.send({ type: 'field.changed', field, value })
  const submit = async () => {
    open.form.send({ type: 'form.submitRequested' })
    await settled()
  }
  return { ...open, sent, told, journal, refusals, type, submit, stand: () => open.form.getSnapshot() }
}
const settled = () => new Promise(resolve => setTimeout(resolve))
const stored = (thing: Thing) => async () => thing
const fails = (facts: ConstructorParameters<typeof ApiError>[0]) => () => Promise.reject(new ApiError(facts))
const stale = (current: Thing) =>
  fails({ status: 409, message: 'Another user changed it.', reason: 'stale_version', current })

test('the names of fields are those of the schema, so that a misspelt one does not compile (house.md §1)', () => {
  expectTypeOf<FieldPlan<typeof schema.Type>['name']>().toEqualTypeOf<'name' | 'target'>()
})

describe('unlikely values', () => {
  const warningsOf: FormPlan<Thing>['warningsOf'] = ({ name, target }) => [
    ...(name === 'A' ? [{ key: 'name', words: 'A is short.' }] : []),
    ...(Number(target) < 50 ? [{ key: 'target', words: 'The target is low.' }] : []),
  ]

  test('ask once more before a save, unless they are stored already; a yes saves them', async () => {
    const at = opened([stored({ ...STORED, target: 40, version: 5 })], { warningsOf })
    at.type('target', '40')
    await at.submit()
    const asked = at.asked.read()
    expect([at.sent.length, isBusy(at.stand()), asked?.warnings]).toEqual([
      0,
      true,
      [{ key: 'target', words: 'The target is low.' }],
    ])
    asked?.answer(true)
    await settled()
    expect([at.sent.length, isSaved(at.stand()), at.asked.read()]).toEqual([1, true, null])
  })

  test('stays unsaved after a no, and the form goes on', async () => {
    const at = opened([stored({ ...STORED, target: 60, version: 5 })], { warningsOf })
    at.type('target', '40')
    await at.submit()
    at.asked.read()?.answer(false)
    expect([at.sent.length, isBusy(at.stand()), hasUnsaved(at.stand()), message(at.stand())]).toEqual([
      0,
      false,
      true,
      null,
    ])
    at.type('target', '60')
    await at.submit()
    expect([at.sent.length, isSaved(at.stand())]).toEqual([1, true])
  })
})

describe('a form at work', () => {
  test('sends wire values with the version once, however often it is asked for, and says so', async () => {
    const { type, submit, form, sent, told, stand } = opened([stored({ name: 'B', target: 100, version: 5 })])
    type('name', 'B')
    form.send({ type: 'form.submitRequested' })
    await submit()
    expect([sent, told.onSaved.mock.calls, isSaved(stand()), hasUnsaved(stand())]).toEqual([
      [
        [
          { name: 'B', target: 100 },
          { version: 4, idempotencyKey: 'key 1' },
        ],
      ],
      [[{ name: 'B', target: 100, version: 5 }, expect.any(Function)]],
      true,
      false,
    ])
  })

  test('the earlier version is saved again over the new one, unless its schema refuses it by now', async () => {
    const saved = stored({ name: 'B', target: 60, version: 5 })
    const [good, bad] = [opened([saved, saved]), opened([saved], { stored: { ...STORED, name: '' } })]
    for (const { type, submit } of [good, bad]) {
      type('name', 'B')
      await submit()
    }
    await good.told.onSaved.mock.calls[0]?.[1]('undo 1')
    expect([good.sent.at(-1), bad.told.onSaved.mock.calls[0]?.[1]]).toEqual([
      [
        { name: 'A', target: 100 },
        { version: 5, idempotencyKey: 'undo 1' },
      ],
      null,
    ])
  })

  test('the first fault in the order of the screen is focused, and nothing is sent (§8.7)', async () => {
    const { type, submit, sent, told, stand } = opened([])
    type('name', '')
    type('target', '1..5')
    await submit()
    expect([sent, told.focusField.mock.calls, errorOf(stand(), 'name'), errorOf(stand(), 'target')]).toEqual([
      [],
      [['name']],
      'Name is required',
      'Target (N) must be a valid number',
    ])
  })

  test('the server’s details are under their fields, quotes removed (§5.28)', async () => {
    const { type, submit, told, stand } = opened([
      fails({ status: 422, message: 'Refused.', details: [{ path: ['target'], message: '"Target (N)" is too high' }] }),
    ])
    type('target', '9')
    await submit()
    expect([errorOf(stand(), 'target'), message(stand()), told.focusField.mock.calls]).toEqual([
      'Target (N) is too high',
      null,
      [['target']],
    ])
  })

  test('a refusal is in the journal with the server’s id of the request, so that its log is found; an unanswered save has none', async () => {
    const { submit, refusals } = opened([
      fails({ status: 422, message: 'Refused.', requestId: 'r-7' }),
      fails({ status: 0, message: '' }),
    ])
    await submit()
    await submit()
    expect(refusals).toEqual([
      { type: 'form.refused', attemptNo: 1, message: 'Refused.', details: [], requestId: 'r-7' },
      {
        type: 'form.refused',
        attemptNo: 2,
        message: expect.stringMatching(/^The server did not answer\./),
        details: [],
      },
    ])
  })

  test('a save whose confirmation was cancelled shows no error, and may be repeated (S8)', async () => {
    const cancelled = () => Promise.reject(new NotConfirmed())
    const { type, submit, sent, stand } = opened([cancelled, stored({ ...STORED, name: 'B' })])
    type('name', 'B')
    await submit()
    const said = [message(stand()), stand().context.errors]
    await submit()
    expect([said, sent.length]).toEqual([[null, {}], 2])
  })

  test('a save whose answer was lost is repeated by the same key; another change has another', async () => {
    const lost = fails({ status: 0, message: '' })
    const { type, submit, sent, stand } = opened([lost, lost, stored({ ...STORED, name: 'C' })])
    type('name', 'B')
    await submit()
    const said = message(stand())
    await submit()
    type('name', 'C')
    await submit()
    expect([sent.map(([, { idempotencyKey }]) => idempotencyKey), said]).toEqual([
      ['key 1', 'key 1', 'key 2'],
      'The server did not answer. Your entries are still here: check your connection, then press Save again.',
    ])
  })

  test('leaving asks first, cancels where it is, and goes where one wanted to', () => {
    const { type, form, told, stand } = opened([])
    type('name', 'B')
    form.send({ type: 'form.leaveRequested', to: '/projects' })
    expect([asksToLeave(stand()), told.goTo.mock.calls]).toEqual([true, []])
    form.send({ type: 'form.leaveConfirmed' })
    expect([told.goTo.mock.calls, told.onCancelled.mock.calls]).toEqual([[['/projects']], []])
  })
})

describe('a stale edit', () => {
  const NOW: Thing = { name: 'Theirs', target: 100, version: 7 }

  test('is laid open, and saved again over the version that was seen, with mine where I keep it', async () => {
    const form = opened([stale(NOW), stored({ name: 'Mine', target: 200, version: 8 })])
    form.type('name', 'Mine')
    form.type('target', '200')
    await form.submit()
    expect([message(form.stand()), form.stale.read()?.differences]).toEqual([
      STALE_MESSAGE,
      [
        { name: 'name', opened: 'A', mine: 'Mine', now: 'Theirs', changedBy: 'both' },
        { name: 'target', opened: '100', mine: '200', now: '100', changedBy: 'mine' },
      ],
    ])
    form.settle({ name: 'mine' })
    await settled()
    expect([form.sent[1], form.stale.read(), isSaved(form.stand())]).toEqual([
      [
        { name: 'Mine', target: 200 },
        { version: 7, idempotencyKey: 'key 2' },
      ],
      null,
      true,
    ])
  })

  test('taken over whole it is sent no more: the form shows the stored values, and nothing of it is a draft', async () => {
    const form = opened([stale(NOW)])
    form.type('name', 'Mine')
    await form.submit()
    form.settle({ name: 'theirs' })
    await settled()
    expect([form.sent.length, formValues(form.stand()), hasUnsaved(form.stand()), isBusy(form.stand())]).toEqual([
      1,
      { name: 'Theirs', target: '100' },
      false,
      false,
    ])
    // the typed value is taken back before the form restarts: no draft is left of it
    expect(form.journal.slice(-2)).toEqual(['field.changed', 'form.opened'])
  })

  test('two people in turn: each conflict is shown over the values that were stored last', async () => {
    const form = opened([
      stale(NOW),
      stale({ ...NOW, target: 300, version: 9 }),
      stored({ name: 'Mine', target: 300, version: 10 }),
    ])
    form.type('name', 'Mine')
    await form.submit()
    form.settle({ name: 'mine' })
    await settled()
    expect(form.stale.read()?.differences).toEqual([
      { name: 'name', opened: 'Theirs', mine: 'Mine', now: 'Theirs', changedBy: 'mine' },
      { name: 'target', opened: '100', mine: '100', now: '300', changedBy: 'theirs' },
    ])
    form.settle({})
    await settled()
    expect([form.sent[2], isSaved(form.stand())]).toEqual([
      [
        { name: 'Mine', target: 300 },
        { version: 9, idempotencyKey: 'key 3' },
      ],
      true,
    ])
  })

  test('put off, the typed values stay, and the next save is judged again', async () => {
    const form = opened([stale(NOW), stale(NOW)])
    form.type('name', 'Mine')
    await form.submit()
    form.postpone()
    expect([form.stale.read(), formValues(form.stand())]).toEqual([null, { name: 'Mine', target: '100' }])
    await form.submit()
    expect(form.stale.read()?.version).toBe(7)
  })
})

describe('a number is judged as people write it (look.md)', () => {
  test.each([
    ['2,50', 2.5],
    ['1,200', 1200],
    [' 15,5 ', 15.5],
  ])('%s is saved as %d', async (typed, target) => {
    const { type, submit, sent } = opened([() => Promise.resolve({ ...STORED, target })])
    type('target', typed)
    await submit()
    expect(sent.map(([wire]) => wire)).toEqual([{ name: 'A', target }])
  })

  test.each([
    ['-5', '“-5” has a minus sign: give a number of 0 or more'],
    ['1e3', '“1e3” has an exponent: write the number out'],
    ['1.200,50', '“1.200,50” can be read in two ways: write 1200.50'],
  ])('%s stays as it was typed, is refused in words, and is not sent', async (typed, words) => {
    const { type, submit, sent, stand } = opened([])
    type('target', typed)
    await submit()
    expect([sent, formValues(stand())['target'], errorOf(stand(), 'target')]).toEqual([[], typed, words])
  })

  test('in the lines of a list too', async () => {
    const fields: readonly FieldPlan[] = [{ name: 'parts', label: 'Parts', kind: 'data', numbers: ['price'] }]
    const listed = Schema.Struct({
      parts: Schema.Array(Schema.Struct({ price: Schema.Number.annotate({ message: 'Price is required' }) })),
    })
    const { type: _type, ...form } = opened([], { schema: listed, fields })
    form.form.send({ type: 'field.changed', field: 'parts', value: [{ price: 2 }, { price: '-5' }] })
    await form.submit()
    expect(errorOf(form.stand(), 'parts_1_price')).toBe('“-5” has a minus sign: give a number of 0 or more')
  })
})
