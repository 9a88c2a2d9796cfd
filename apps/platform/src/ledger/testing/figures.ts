import { FIGURE_COLUMN_LIST, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { figuresOf, NO_COUNTS } from '../figures/figures.ts'
import { readProjectFigures, readSourceRows, readSurveyFigures } from '../figures/figure-rows.store.ts'

type ShownColumn = Exclude<FigureColumnId, 'allocation'>
const COLUMNS = FIGURE_COLUMN_LIST.flatMap(({ id }) => (id === 'allocation' ? [] : [id]))
export type Shown = Readonly<Record<ShownColumn, number | null>>

function shown(row: Partial<Shown> | undefined): Shown {
  if (!row) throw new Error('There is no such row')
  // the columns are those of the catalogue
  return Object.fromEntries(COLUMNS.map(column => [column, row[column] ?? null])) as Shown
}

export const NOBODY: Shown = shown(figuresOf(NO_COUNTS, 0))

/** The figures of a source, as its table shows them. */
export async function sourceFigures(database: DeskDatabase, sourceId: number): Promise<Shown> {
  const [found] = await database.readAsSystem(tx => readSourceRows(tx, sql`s.source_id = ${sourceId}`))
  return shown(found?.row)
}

/** The figures of a source, its survey and its project. */
export async function allFigures(
  database: DeskDatabase,
  ids: { sourceId: number; surveyId: number; projectId: number },
): Promise<{ source: Shown; survey: Shown; project: Shown }> {
  return database.readAsSystem(async tx => {
    const [source] = await readSourceRows(tx, sql`s.source_id = ${ids.sourceId}`)
    const [survey] = await readSurveyFigures(tx, sql`y.survey_id = ${ids.surveyId}`)
    const [project] = await readProjectFigures(tx, sql`p.project_id = ${ids.projectId}`)
    return { source: shown(source?.row), survey: shown(survey?.row), project: shown(project?.row) }
  })
}

/** The revenue of a source, its survey and its project, in cents: no column shows it. */
export async function revenues(
  database: DeskDatabase,
  ids: { sourceId: number; surveyId: number; projectId: number },
): Promise<{ source: number; survey: number; project: number }> {
  const { rows } = await database.readAsSystem(tx =>
    tx.client.query<{ scope: number; cents: number }>(
      'select scope, revenue_cents as cents from rollup where (scope, scope_id) in ((1, $1), (2, $2), (3, $3))',
      [ids.projectId, ids.surveyId, ids.sourceId],
    ),
  )
  const of = (scope: number) => rows.find(row => row.scope === scope)?.cents ?? 0
  return { source: of(3), survey: of(2), project: of(1) }
}

export interface Hour {
  readonly hour: string
  readonly entrants: number
  readonly live: number
  readonly test: number
}

/** The hour buckets of a source. */
export async function sourceHours(database: DeskDatabase, sourceId: number): Promise<Hour[]> {
  return database.readAsSystem(async tx => {
    const { rows } = await tx.client.query<Omit<Hour, 'hour'> & { hour: Date }>(
      'select hour, entrants, completes_live as live, completes_test as test from hour_bucket where scope = 3 and scope_id = $1 order by hour',
      [sourceId],
    )
    return rows.map(row => ({ ...row, hour: row.hour.toISOString() }))
  })
}
