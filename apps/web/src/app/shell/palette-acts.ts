import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { SearchHit, SearchScope } from '@desk/schema/search/search'
import { may, type Permission } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { AskedStatus } from '#kit/statuses/ask-status.ts'
import { counted, type BulkKind } from '#kit/bulk/bulk-rows.ts'
import { chosenOnPage } from '#kit/bulk/chosen-on-page.ts'
import { exportOfPage, exportOnceShown } from '#kit/tables/page-export.ts'
import type { Opened } from '#runtime/recent.ts'
import { KINDS, pathOf, type EditedField, type PaletteEntry, type PaletteSection } from './palette-entries.ts'
import { readDay } from './read-day.ts'

/** An object that a command may name. A recent one has no known status. */
type Target = Opened & { readonly statusid?: SearchHit['statusid'] }

interface Verb {
  readonly word: string
  readonly label: (name: string) => string
  /** The kinds of objects that it acts on. */
  readonly scopes: readonly SearchScope[]
  /** The status that it asks for, and those that it can follow. */
  readonly status?: { readonly from: readonly StatusCode[]; readonly to: StatusCode }
  readonly path?: (target: Target) => string | null
  /** The columns whose cells it edits, by scope, and the kinds of change of several; the value follows the name after “to”. */
  readonly field?: {
    readonly columns: Readonly<Record<EditedField['scope'], string>>
    readonly kinds: readonly BulkKind[]
    readonly read: (typed: string, nowMs: number) => string | null
  }
  readonly isExport?: boolean
  /** Absent: every user who sees the object has it. */
  readonly asks?: (scope: SearchScope) => Permission
}

const WITH_STATUS = ['project', 'survey', 'source'] as const satisfies readonly StatusScope[]
const { draft, live, paused, autoPaused, complete } = STATUS_CODES
const writesStudies = (): Permission => 'write studies'
const asks = (word: string, label: string, from: readonly StatusCode[], to: StatusCode): Verb => ({
  word,
  label: name => `${label} ${name}`,
  scopes: WITH_STATUS,
  status: { from, to },
  asks: writesStudies,
})

function editorOf({ scope, id, pm_proj_ud: project }: Target): string | null {
  if (scope === 'project') return `/manage/project/${id}/edit`
  return scope === 'survey' ? `/manage/project/${project}/survey/${id}/edit` : null
}

const sets = (
  word: string,
  label: string,
  field: NonNullable<Verb['field']>,
  asks: NonNullable<Verb['asks']> = writesStudies,
): Verb => ({
  word,
  label: name => `${label} ${name}`,
  scopes: ['survey', 'source'],
  field,
  asks,
})

const asTyped = (typed: string): string | null => (typed === '' ? null : typed)

const VERBS: readonly Verb[] = [
  sets(
    'set price of',
    'Set the price of',
    {
      columns: { source: 'supplierCpi', survey: 'sellPrice' },
      kinds: ['supplyPrice', 'sellPrice'],
      read: typed => asTyped(typed.replace(/^\$/, '')),
    },
    scope => (scope === 'source' ? 'price suppliers' : 'write studies'),
  ),
  sets('set target of', 'Set the target of', {
    columns: { source: 'completes', survey: 'completes' },
    kinds: [],
    read: asTyped,
  }),
  sets('extend', 'Extend', {
    columns: { source: 'daysLeft', survey: 'daysLeft' },
    kinds: ['sourceEnd', 'surveyEnd'],
    read: readDay,
  }),
  { word: 'export', label: name => `Export ${name}`, scopes: ['project', 'survey'], isExport: true },
  asks('pause', 'Pause', [live], paused),
  asks('resume', 'Resume', [paused, autoPaused], live),
  asks('launch', 'Launch', [draft, complete], live),
  asks('complete', 'Complete', [live, paused, autoPaused], complete),
  {
    word: 'edit',
    label: name => `Edit ${name}`,
    scopes: [...WITH_STATUS, 'supplier', 'qualification'],
    path: editorOf,
  },
  { word: 'test', label: name => `Open the test of ${name}`, scopes: ['source'] },
  {
    word: 'new survey',
    label: name => `New survey of ${name}`,
    scopes: ['project'],
    path: ({ id }) => `/manage/project/${id}/survey/new`,
    asks: writesStudies,
  },
  {
    word: 'new source',
    label: name => `New DIY source of ${name}`,
    scopes: ['survey'],
    path: ({ id, pm_proj_ud: project }) => `/manage/project/${project}/survey/${id}/stream/new`,
    asks: writesStudies,
  },
]

/** A typed act: a verb, and letters of a name. */
export interface Command {
  readonly verb: Verb
  readonly name: string
  /** As it was typed after “to”; empty: none. */
  readonly value: string
}

/** The command that the text begins with; null for a plain search. */
export function commandOf(text: string): Command | null {
  const typed = text.trim().replace(/\s+/g, ' ')
  const verb = VERBS.find(({ word }) => `${typed.toLowerCase()} `.startsWith(`${word} `))
  if (verb === undefined) return null
  const rest = typed.slice(verb.word.length).trim()
  const at = verb.field === undefined ? -1 : ` ${rest}`.toLowerCase().lastIndexOf(' to ')
  return at === -1
    ? { verb, name: rest, value: '' }
    : { verb, name: rest.slice(0, at).trim(), value: rest.slice(at + 3).trim() }
}

const CHOSEN = 'chosen'

/** The line of a command that acts on the rows that are chosen on the page; none when it cannot. */
function chosenEntry({ verb, name, value }: Command, nowMs: number): readonly PaletteEntry[] {
  const chosen = chosenOnPage()
  if (chosen === null || !CHOSEN.startsWith(name.toLowerCase())) return []
  const { field, status } = verb
  const kind =
    status === undefined
      ? field?.kinds.find(each => chosen.kinds.includes(each))
      : chosen.kinds.find(each => each === 'status')
  if (kind === undefined) return []
  const initial = status === undefined ? (field?.read(value, nowMs) ?? undefined) : String(status.to)
  return [
    {
      id: `do/${verb.word}/chosen`,
      label:
        verb.label(`the chosen ${counted(chosen.noun, chosen.count)}`) + toWords(initial === undefined ? '' : value),
      detail: 'on this page',
      path: '',
      statusid: null,
      run: () => chosen.open(kind, initial),
    },
  ]
}

/** The line of the table of this page, for an export. */
function exportEntry({ verb, name }: Command): readonly PaletteEntry[] {
  const table = verb.isExport === true ? exportOfPage() : null
  if (table === null || !table.label.toLowerCase().startsWith(name.toLowerCase())) return []
  const label = verb.label(table.label.toLowerCase())
  return [
    { id: 'do/export/page', label, detail: 'the table of this page, CSV', path: '', statusid: null, run: table.run },
  ]
}

const toWords = (value: string): string => (value === '' ? '' : ` to ${value}`)

/** The act of a command on one object, where it does not only go to its page. */
function actOf({ verb, value }: Command, target: Target, nowMs: number, path: string): Partial<PaletteEntry> {
  const { scope } = target
  if (verb.field !== undefined && (scope === 'survey' || scope === 'source')) {
    const initial = verb.field.read(value, nowMs)
    const edited = { scope, target, columnId: verb.field.columns[scope], ...(initial === null ? {} : { initial }) }
    return { edited, label: verb.label(target.name) + (initial === null ? '' : toWords(value)) }
  }
  return verb.isExport === true ? { run: () => exportOnceShown(path) } : {}
}

function statusOf(verb: Verb, { scope, id, name }: Target): AskedStatus | null {
  const askedScope = WITH_STATUS.find(each => each === scope)
  return verb.status === undefined || askedScope === undefined
    ? null
    : { scope: askedScope, id, name, to: verb.status.to }
}

/** The lines of a command, one for each object that it fits; null when there is none. */
export function commandSection(
  command: Command,
  targets: readonly Target[],
  user: CurrentUser,
  nowMs: number,
): PaletteSection | null {
  const { verb } = command
  const view = user.streamViewType
  const ofObjects = targets
    .filter(({ scope }) => verb.scopes.includes(scope) && may(user, verb.asks?.(scope) ?? 'open projects'))
    .filter(({ statusid }) => statusid == null || verb.status === undefined || verb.status.from.includes(statusid))
    .map((target): PaletteEntry => {
      const asked = statusOf(verb, target)
      const path = verb.path?.(target) ?? pathOf(target, view)
      return {
        id: `do/${verb.word}/${target.scope}/${target.id}`,
        label: verb.label(target.name),
        detail: `${KINDS[target.scope]} · ${target.id}`,
        path,
        statusid: target.statusid ?? null,
        ...(asked === null ? {} : { asked }),
        ...actOf(command, target, nowMs, path),
      }
    })
  const entries = [...chosenEntry(command, nowMs), ...exportEntry(command), ...ofObjects]
  return entries.length === 0 ? null : { title: 'Do', entries }
}

/** The "new" pages of a user, those of the present project and survey among them. */
export function newPages(
  user: CurrentUser,
  { pm_proj_ud: project, pm_sy_ud: survey }: { readonly pm_proj_ud?: number; readonly pm_sy_ud?: number },
): readonly { readonly label: string; readonly path: string }[] {
  if (!may(user, 'write studies')) return []
  const ofProject = `/manage/project/${project}/survey`
  return [
    { label: 'New project', path: '/manage/project/new' },
    ...(project === undefined ? [] : [{ label: 'New survey of this project', path: `${ofProject}/new` }]),
    ...(survey === undefined
      ? []
      : [{ label: 'New DIY source of this survey', path: `${ofProject}/${survey}/stream/new` }]),
    ...(may(user, 'write suppliers') ? [{ label: 'New supplier', path: '/suppliers/new' }] : []),
    ...(may(user, 'write qualifications') ? [{ label: 'New qualification', path: '/qualifications/new' }] : []),
  ]
}
