import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormEvent } from '../../src/form/form.events.ts'
import { formMachine } from '../../src/form/form.machine.ts'
import { receive } from '../../src/journal/receive.ts'
import { SAMPLED } from '../samples/sampled.ts'
import { start, step } from '../../src/runtime/step.ts'
import { choices, holds, walk } from './walks.ts'

test('law 9: a form is sent once for each time it was asked for and found good, and no secret is in it', () => {
  holds('law 9', choices(80), by => {
    let isAsked = false
    for (const { event, before, snapshot, commands } of walk(SAMPLED.form, by)) {
      const told = event as FormEvent // The walk's events are the form's own samples.
      if (commands.some(({ type }) => type === 'validate')) isAsked = true
      const isGood =
        told.type === 'form.validated' && told.attemptNo === before.context.attemptNo && told.faults.length === 0
      const sent = commands.filter(({ type }) => type === 'submit')
      expect(sent.length).toBe(isAsked && isGood && before.matches({ open: 'validating' }) ? 1 : 0)
      if (sent.length > 0) isAsked = false
      // During a check or save the form cannot be changed or left.
      const isUnderWay = before.matches({ open: 'sending' }) && snapshot.matches({ open: 'sending' })
      expect(isUnderWay ? snapshot.context.values : before.context.values).toEqual(before.context.values)
      expect(
        Object.keys(snapshot.context.values).filter(name =>
          snapshot.context.fields.some(field => field.name === name && field.isSecret),
        ),
      ).toEqual([])
    }
  })
})

test('law 9: whatever is typed into a field of a secret’s name, no received event and no form has it', () => {
  const name = fc.constantFrom(
    'password',
    'confirm_password',
    'current_password',
    'new_password',
    'code',
    'recovery_code',
    'totp',
    'token',
    'access_token',
  )
  const canary = fc.string({ minLength: 12, maxLength: 30, unit: fc.constantFrom('q', 'x', 'z') })
  const isMarked = fc.boolean()
  holds('law 9 canary', fc.tuple(name, canary, isMarked, choices(20)), ([field, typed, isSecret, by]) => {
    const fields = [
      { name: 'firstname', isSecret: false },
      { name: field, isSecret },
    ]
    const spoiled = [
      { type: 'form.opened', form: 'user.edit 12', fields, values: { firstname: 'Ann', [field]: typed } },
      { type: 'field.changed', field, value: typed },
      { type: 'field.changed', field: 'firstname', value: [{ [field]: typed }] },
      { type: 'secretField.changed', field, isFilled: true, value: typed },
      { type: 'form.draftFound', form: 'user.edit 12', values: { [field]: typed } },
    ]
    let { snapshot } = start(formMachine)
    for (const choice of [0, ...by]) {
      const samples = SAMPLED.form.samplesAt(snapshot)
      const raw = choice % 2 === 0 ? spoiled[(choice / 2) % spoiled.length] : samples[choice % samples.length]
      const event = receive('form', raw) as FormEvent | null // Received by the form's own schema.
      if (event !== null) ({ snapshot } = step(formMachine, snapshot, event))
      expect(JSON.stringify([event, snapshot.context])).not.toContain(typed)
    }
  })
})
