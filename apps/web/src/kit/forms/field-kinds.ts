import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { readNumber } from '#ui/format/read-number.ts'
import { typedNumber } from './typed-number.ts'
import { instantOf, wallTimeIn } from './wall-times.ts'

export type FormValue = FormValues[string]

interface Named<Sent> {
  /** In the object that is sent, or that `toWire` makes it of. */
  readonly name: keyof Sent & string
  readonly label: string
  /** Marks the field; the schema names a missing value. */
  readonly isRequired?: boolean
}

/**
 * The content of an open field, and its form on the wire:
 * - text: a text, as it is
 * - number: the text, as it was typed; a JSON number on the wire, left out when empty, as typed when it is no number
 * - choice: an id or code, null for none; left out when there is none
 * - choices: a list of ids, codes or texts
 * - switch: a truth value
 * - moment: 'YYYY-MM-DDTHH:mm' in the zone that `zoneOf` reads from the other values; an ISO instant on the wire, left
 * out when empty
 * - data: any JSON, as it is: lists of texts, of options; `numbers` are the names of its parts that are typed as
 * numbers
 */
export type FieldPlan<Sent = FormValues> = Named<Sent> &
  (
    | { readonly kind: 'text' | 'number' | 'switch' }
    | { readonly kind: 'choice' | 'choices'; readonly say?: (value: FormValue) => string }
    | { readonly kind: 'data'; readonly say?: (value: FormValue) => string; readonly numbers?: readonly string[] }
    | { readonly kind: 'moment'; readonly zoneOf: (values: FormValues) => string }
  )

/** The content of a field of kind 'text' or 'number'. */
export const textIn = (value: FormValue): string => plain(value)

const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

// The server's values are JSON.
const asJson = (value: unknown): FormValue => (value === undefined ? null : (value as FormValue))

/**
 * The fields' values of an object as the server gives it; absent ones are empty.
 * @param stored its fields by the same names; of a new object, the defaults
 */
export function openValues(fields: readonly FieldPlan[], stored: object): FormValues {
  const given = new Map<string, unknown>(Object.entries(stored))
  const values: Record<string, FormValue> = {}
  for (const { name, kind } of fields) {
    const value = given.get(name)
    if (kind === 'text' || kind === 'number') values[name] = plain(value)
    else if (kind === 'switch') values[name] = value === true
    else if (kind === 'choices') values[name] = Array.isArray(value) ? asJson(value) : []
    else if (kind !== 'moment') values[name] = asJson(value)
  }
  // the zone is among the other values
  for (const field of fields) {
    if (field.kind === 'moment') values[field.name] = wallTimeIn(plain(given.get(field.name)), field.zoneOf(values))
  }
  return values
}

/**
 * A field shows minutes: an unchanged value retains its seconds, and of an hour that comes twice the one that it was.
 */
function momentOf(typed: string, zone: string, stored: string): FormValue | undefined {
  if (typed === '') return undefined
  return stored !== '' && wallTimeIn(stored, zone) === typed ? stored : instantOf(typed, zone)
}

/** The values as they are judged and sent. @param stored the object that they were opened from */
export function wireValues(fields: readonly FieldPlan[], values: FormValues, stored: object = {}): FormValues {
  const given = new Map<string, unknown>(Object.entries(stored))
  const wire: Record<string, FormValue> = {}
  for (const field of fields) {
    const value = values[field.name]
    let sent: FormValue | undefined = value
    if (field.kind === 'number') sent = typedNumber(plain(value))
    else if (field.kind === 'moment') sent = momentOf(plain(value), field.zoneOf(values), plain(given.get(field.name)))
    else if (field.kind === 'choice' && value === null) sent = undefined
    if (sent !== undefined) wire[field.name] = sent
  }
  return wire
}

/** A number as figures are written, with its decimals as they are: 7,700. */
const grouped = (typed: string): string =>
  typed.replace(/^[1-9]\d{3,}(?=\.|$)/, digits => Number(digits).toLocaleString('en-US'))

/** The content of a field, in words. */
export function sayValue(field: FieldPlan, value: FormValue | undefined): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return NO_FIGURE
  if (field.kind === 'switch') return value === true ? 'on' : 'off'
  if ('say' in field && field.say !== undefined) return field.say(value)
  if (field.kind === 'number') {
    const read = readNumber(plain(value))
    return read.kind === 'number' ? grouped(read.text) : plain(value)
  }
  if (field.kind === 'moment') return plain(value).replace('T', ' ')
  if (Array.isArray(value)) return value.map(each => plain(each) || canonicalJson(each)).join(', ')
  return plain(value) || canonicalJson(value)
}
