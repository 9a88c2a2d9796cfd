import { withPrecodes } from '@desk/schema/qualifications/option-precodes'
import type { QualificationOption } from '@desk/schema/qualifications/qualification'
import type { QualificationOptionForm } from '@desk/schema/qualifications/qualification-form'

/** An option as it is edited; its place in the list is its sort order. */
export interface OptionRow {
  readonly key: string
  /** null: new. */
  readonly id: number | null
  readonly precode: string
  readonly name: string
  readonly english: string
}
export type OptionField = 'precode' | 'name' | 'english'

/** An option read from pasted text or a file. */
export interface ReadOption {
  /** Empty: it gets the next number. */
  readonly precode: string
  readonly name: string
  readonly english: string
}

const WIRE_FIELDS: Readonly<Record<string, OptionField>> = {
  precode: 'precode',
  qualification_options_name: 'name',
  qualification_options_english_name: 'english',
}

export const rowsOf = (options: readonly QualificationOption[]): readonly OptionRow[] =>
  options.map(
    ({
      qualification_options_id: id,
      precode,
      qualification_options_name: name,
      qualification_options_english_name: english,
    }) => ({ key: `stored ${id}`, id, precode, name, english }),
  )

/** Moves an option to another place; the others close up. A place beyond the ends is the end. */
export function moved(rows: readonly OptionRow[], from: number, to: number): readonly OptionRow[] {
  const row = rows[from]
  const place = Math.min(Math.max(to, 0), rows.length - 1)
  return row === undefined || place === from ? rows : rows.toSpliced(from, 1).toSpliced(place, 0, row)
}

/** Replaces all options by the read ones, or appends them. An option with the same precode is updated, not replaced. */
export function withRead(
  rows: readonly OptionRow[],
  read: readonly ReadOption[],
  mode: 'replace' | 'append',
  newKey: () => string,
): readonly OptionRow[] {
  if (mode === 'append') return withPrecodes([...rows, ...read.map(option => ({ key: newKey(), id: null, ...option }))])
  const stored = new Map(rows.map(row => [row.precode.trim().toLowerCase(), row]))
  return withPrecodes(read).map(option => {
    const place = option.precode.toLowerCase()
    const kept = stored.get(place)
    stored.delete(place)
    return kept === undefined ? { key: newKey(), id: null, ...option } : { ...kept, ...option }
  })
}

/** The options for checking and sending. */
export const toWire = (rows: readonly OptionRow[]): readonly QualificationOptionForm[] =>
  rows.map(({ id, precode, name, english }, at) => ({
    ...(id === null ? {} : { qualification_options_id: id }),
    ...(id === null && precode.trim() === '' ? {} : { precode }),
    sort_order_nbr: at + 1,
    qualification_options_name: name,
    qualification_options_english_name: english,
  }))

export const isSame = (one: readonly OptionRow[], other: readonly OptionRow[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(
      (row, at) =>
        row.id === other[at]?.id &&
        row.precode === other[at].precode &&
        row.name === other[at].name &&
        row.english === other[at].english,
    ))

/**
 * Gives the options after a save, with text typed during it.
 * @param sent the saved options
 * @param stored the answer: the same options, in the same order
 */
export function typedOver(
  stored: readonly OptionRow[],
  sent: readonly OptionRow[],
  rows: readonly OptionRow[],
): readonly OptionRow[] {
  const saved = new Map(sent.map((row, at) => [row.key, { before: row, now: stored[at] }]))
  return rows.map(row => {
    const { before, now } = saved.get(row.key) ?? {}
    if (before === undefined || now === undefined) return row
    if (row === before) return { ...now, key: row.key }
    return { ...row, id: now.id, precode: row.precode === before.precode ? now.precode : row.precode }
  })
}

/** The faults of the options: by row key and field, and of the whole list. */
export interface OptionFaults {
  readonly rows: ReadonlyMap<string, Readonly<Partial<Record<OptionField, string>>>>
  readonly whole: readonly string[]
}
export const NO_FAULTS: OptionFaults = { rows: new Map(), whole: [] }

/** Gives the option and field of each fault (§5.28). */
export function faultsAt(
  rows: readonly OptionRow[],
  faults: readonly { readonly path: readonly string[]; readonly message: string }[],
): OptionFaults {
  const byRow = new Map<string, Partial<Record<OptionField, string>>>()
  const whole: string[] = []
  for (const { path, message } of faults) {
    const row = path[0] === 'qualification_options' && path[1] !== undefined ? rows[Number(path[1])] : undefined
    const text = message.replaceAll('"', '')
    if (row === undefined) whole.push(text)
    else byRow.set(row.key, { [WIRE_FIELDS[path[2] ?? ''] ?? 'name']: text, ...byRow.get(row.key) })
  }
  return { rows: byRow, whole }
}

/** One option that differs from another user's stored version. */
export interface OptionDifference {
  readonly precode: string
  readonly opened: string | null
  readonly mine: string | null
  readonly now: string | null
}

const words = (row: OptionRow | undefined): string | null =>
  row === undefined ? null : row.name === row.english ? row.name : `${row.name} (${row.english})`

/** Compares two users' edits of the same options, by precode. */
export function differences(
  opened: readonly OptionRow[],
  mine: readonly OptionRow[],
  now: readonly OptionRow[],
): readonly OptionDifference[] {
  const [before, own, present] = [opened, mine, now].map(rows => new Map(rows.map(row => [row.precode, row])))
  const precodes = new Set([...(own?.keys() ?? []), ...(present?.keys() ?? [])])
  return [...precodes].flatMap(precode => {
    const difference = {
      precode,
      opened: words(before?.get(precode)),
      mine: words(own?.get(precode)),
      now: words(present?.get(precode)),
    }
    return difference.mine === difference.now ? [] : [difference]
  })
}

/**
 * My options, ready to overwrite theirs: options that they removed are new again, and options that they added under the same
 * precode are matched.
 */
export function overTheirs(mine: readonly OptionRow[], now: readonly OptionRow[]): readonly OptionRow[] {
  const ids = new Set(now.map(({ id }) => id))
  const byPrecode = new Map(now.map(({ precode, id }) => [precode, id]))
  const taken = new Set(mine.flatMap(({ id }) => (id !== null && ids.has(id) ? [id] : [])))
  return mine.map(row => {
    if (row.id !== null && ids.has(row.id)) return row
    const id = byPrecode.get(row.precode) ?? null
    if (id === null || taken.has(id)) return { ...row, id: null }
    taken.add(id)
    return { ...row, id }
  })
}
