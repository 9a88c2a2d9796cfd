import {
  EXPORT_LINES_MAX,
  EXPORT_LOOKED_MAX,
  EXPORT_SHOWN_LINES,
  type ExportLine,
  type ExportPreview,
} from '@desk/schema/defender/export'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { instantOf, windowsOf, type Hours } from '../endings/ending-slots.ts'
import { findHours, sumEntrants } from '../endings/endings.store.ts'
import { countEntrants, rareSearchOf, readEntrants, type ExportChoice } from './entrants.store.ts'
import { listPlaces } from './places.store.ts'

/**
 * The choice in terms of the overview's stored counts; undefined: they do not say, and the entrants are looked
 * through.
 */
function countedAs({ code, rule, mode, country }: ExportChoice): RawBuilder<boolean> | undefined {
  if (country !== undefined || mode === 'recorded' || (rule !== undefined && mode === undefined)) return undefined
  return sql`${sql.join(
    [
      sql`true`,
      ...(code === undefined ? [] : [sql`code = ${code}`]),
      ...(mode === undefined ? [] : [rule === undefined ? sql`rule <> ''` : sql`rule = ${rule}`]),
    ],
    sql` and `,
  )}`
}

/** The parts of a time in which there may be some, the latest first. */
async function* findParts(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: ExportChoice,
): AsyncGenerator<Hours, void, undefined> {
  const whom = countedAs(choice)
  if (whom === undefined) return yield hours
  for (const window of windowsOf(hours)) {
    const found = await findHours(tx, accountId, window, choice, window.end - window.first, whom)
    const parts: Hours[] = []
    for (const { hour } of found) {
      const last = parts.at(-1)
      if (last?.first === hour + 1) parts[parts.length - 1] = { first: hour, end: last.end }
      else parts.push({ first: hour, end: hour + 1 })
    }
    yield* parts
  }
}

/** The first lines of an export, and how many there would be. */
export async function previewExport(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: ExportChoice,
): Promise<Omit<ExportPreview, 'as_of'>> {
  const rows = await firstLines(tx, accountId, hours, choice)
  const time = { from: instantOf(hours.first), until: instantOf(hours.end) }
  const places = await listPlaces(tx, accountId, hours)
  const whom = countedAs(choice)
  if (whom !== undefined) {
    const lines = await sumEntrants(tx, accountId, hours, choice, whom)
    return { ...time, lines, is_at_least: false, rows, ...places }
  }
  const { looked, found } = await countEntrants(tx, accountId, hours, choice, EXPORT_LOOKED_MAX)
  return { ...time, lines: found, is_at_least: looked >= EXPORT_LOOKED_MAX, rows, ...places }
}

async function firstLines(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: ExportChoice,
): Promise<readonly ExportLine[]> {
  const rows: ExportLine[] = []
  let left = EXPORT_LOOKED_MAX
  for await (const part of findParts(tx, accountId, hours, choice))
    for await (const { looked, found } of readEntrants(tx, accountId, part, choice, EXPORT_SHOWN_LINES - rows.length)) {
      rows.push(...found)
      left -= looked
      if (rows.length >= EXPORT_SHOWN_LINES || left <= 0) return rows.slice(0, EXPORT_SHOWN_LINES)
    }
  return rows
}

/**
 * Where the stored counts give the hours, few entrants of others are looked through; else the rows that alone can
 * mean an entrant are.
 */
const searchOf = (choice: ExportChoice) => (countedAs(choice) === undefined ? rareSearchOf(choice) : 'entrants')

/** All lines of an export, the latest first, until a file is full. */
export async function* exportLines(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: ExportChoice,
): AsyncGenerator<readonly ExportLine[], void, undefined> {
  let left = EXPORT_LINES_MAX
  for await (const part of findParts(tx, accountId, hours, choice))
    for await (const { found } of readEntrants(tx, accountId, part, choice, undefined, searchOf(choice))) {
      yield found.slice(0, left)
      left -= found.length
      if (left <= 0) return
    }
}
