import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { SearchHit, SearchScope } from '@desk/schema/search/search'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser, StreamViewType } from '@desk/schema/users/current-user'
import type { AskedStatus } from '#kit/statuses/ask-status.ts'
import type { Opened } from '#runtime/recent.ts'
import { KINDS, pathOf, type PaletteEntry, type PaletteSection } from './palette-entries.ts'

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
}

const WITH_STATUS = ['project', 'survey', 'source'] as const satisfies readonly StatusScope[]
const { draft, live, paused, autoPaused, complete } = STATUS_CODES
const asks = (word: string, label: string, from: readonly StatusCode[], to: StatusCode): Verb => ({
  word,
  label: name => `${label} ${name}`,
  scopes: WITH_STATUS,
  status: { from, to },
})

function editorOf({ scope, id, pm_proj_ud: project }: Target): string | null {
  if (scope === 'project') return `/manage/project/${id}/edit`
  return scope === 'survey' ? `/manage/project/${project}/survey/${id}/edit` : null
}

const VERBS: readonly Verb[] = [
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
  },
  {
    word: 'new source',
    label: name => `New DIY source of ${name}`,
    scopes: ['survey'],
    path: ({ id, pm_proj_ud: project }) => `/manage/project/${project}/survey/${id}/stream/new`,
  },
]

/** A typed act: a verb, and letters of a name. */
export interface Command {
  readonly verb: Verb
  readonly name: string
}

/** The command that the text begins with; null for a plain search. */
export function commandOf(text: string): Command | null {
  const typed = text.trim().replace(/\s+/g, ' ')
  const verb = VERBS.find(({ word }) => `${typed.toLowerCase()} `.startsWith(`${word} `))
  return verb === undefined ? null : { verb, name: typed.slice(verb.word.length).trim() }
}

function statusOf(verb: Verb, { scope, id, name }: Target): AskedStatus | null {
  const askedScope = WITH_STATUS.find(each => each === scope)
  return verb.status === undefined || askedScope === undefined
    ? null
    : { scope: askedScope, id, name, to: verb.status.to }
}

/** The lines of a command, one for each object that it fits; null when there is none. */
export function commandSection(
  { verb }: Command,
  targets: readonly Target[],
  view: StreamViewType,
): PaletteSection | null {
  const entries = targets
    .filter(({ scope }) => verb.scopes.includes(scope))
    .filter(({ statusid }) => statusid == null || verb.status === undefined || verb.status.from.includes(statusid))
    .map((target): PaletteEntry => {
      const asked = statusOf(verb, target)
      return {
        id: `do/${verb.word}/${target.scope}/${target.id}`,
        label: verb.label(target.name),
        detail: `${KINDS[target.scope]} · ${target.id}`,
        path: verb.path?.(target) ?? pathOf(target, view),
        statusid: target.statusid ?? null,
        ...(asked === null ? {} : { asked }),
      }
    })
  return entries.length === 0 ? null : { title: 'Do', entries }
}

/** The "new" pages of a user, those of the present project and survey among them. */
export function newPages(
  user: CurrentUser,
  { pm_proj_ud: project, pm_sy_ud: survey }: { readonly pm_proj_ud?: number; readonly pm_sy_ud?: number },
): readonly { readonly label: string; readonly path: string }[] {
  if (!may(user, 'open projects')) return []
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
