import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { RespondentHit, SearchHit, SearchScope } from '@desk/schema/search/search'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { Opened } from '#runtime/recent.ts'
import { respondentPath } from '#kit/respondents/explain-search.ts'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import type { AskedStatus } from '#kit/statuses/ask-status.ts'
import type { MenuItem } from './menu-items.ts'

/** A line of the palette: its target and texts. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly detail: string
  readonly path: string
  readonly statusid: SearchHit['statusid']
  readonly heldBy?: SearchHit['held_by']
  /** The status that it asks for, in place of going to the path. */
  readonly asked?: AskedStatus
  /** The field that it edits, in place of going to the path. */
  readonly edited?: EditedField
  /** Its act on this page. A path is gone to as well. */
  readonly run?: () => void
  /** The question that it sends to the assistant at the path. */
  readonly question?: string
  /** The shortcut that does the same. */
  readonly keys?: string
}

/** A field of a survey or source, with the value that was typed for it. */
export interface EditedField {
  readonly scope: 'survey' | 'source'
  readonly target: Opened
  readonly columnId: string
  readonly initial?: string
}

export interface PaletteSection {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

/** The kind of an object, as a line names it. */
export const KINDS: Readonly<Record<SearchScope, string>> = {
  project: 'Project',
  survey: 'Survey',
  source: 'Source',
  supplier: 'Supplier',
  qualification: 'Qualification',
}
const TITLES: Readonly<Record<SearchScope, string>> = {
  project: 'Projects',
  survey: 'Surveys',
  source: 'Sources',
  supplier: 'Suppliers',
  qualification: 'Qualifications',
}

/**
 * The page of a hit (§2.15, §2.18–2.21). A classic source's page is for users who see suppliers (domain.md §4); others go to its
 * source table.
 */
export function pathOf(
  { scope, id, pm_proj_ud: project, pm_sy_ud: survey, type }: Opened,
  view: StreamViewType,
): string {
  switch (scope) {
    case 'project':
      return `/manage/project/${id}/survey`
    case 'survey':
      return `/manage/project/${project}/survey/${id}/streams`
    case 'source':
      if (type === 'classic' && view === 'external') return `/manage/project/${project}/survey/${survey}/streams`
      return `/manage/project/${project}/survey/${survey}/${type === 'classic' ? 'manual-streams' : 'stream'}/${id}`
    case 'supplier':
      return `/suppliers/${id}`
    case 'qualification':
      return `/qualifications/${id}`
  }
}

/** The hits, grouped by kind, in the order of the answer. */
export function sectionsOf(hits: readonly SearchHit[], view: StreamViewType): readonly PaletteSection[] {
  const scopes = [...new Set(hits.map(({ scope }) => scope))]
  return scopes.map(scope => ({
    title: TITLES[scope],
    entries: hits
      .filter(hit => hit.scope === scope)
      .map(hit => ({
        id: `${scope}/${hit.id}`,
        label: hit.name,
        detail: [hit.detail, String(hit.id)].filter(part => part !== null && part !== '').join(' · '),
        path: pathOf(hit, view),
        statusid: hit.statusid,
        heldBy: hit.held_by,
      })),
  }))
}

/** Recent pages except the present one; null when there are none. */
export function recentSection(
  recent: readonly Opened[],
  view: StreamViewType,
  herePath: string,
): PaletteSection | null {
  const entries = recent
    .map(opened => ({
      id: `recent/${opened.scope}/${opened.id}`,
      label: opened.name,
      detail: `${KINDS[opened.scope]} · ${opened.id}`,
      path: pathOf(opened, view),
      statusid: null,
    }))
    .filter(({ path }) => path !== herePath)
  return entries.length === 0 ? null : { title: 'Recent', entries }
}

/** Respondents with the typed RDUD or rid, each with the source whose Explain shows them. */
export function respondentSection(respondents: readonly RespondentHit[]): PaletteSection | null {
  if (respondents.length === 0) return null
  const entries = respondents.map(hit => ({
    id: `respondent/${hit.rdud}`,
    label: `Explain ${withMarksNamed(hit.rid)}`,
    detail: `${hit.source_name} · ${RESPONDENT_STATE_LABELS[hit.code]}`,
    path: respondentPath(hit),
    statusid: null,
  }))
  return { title: 'Respondents', entries }
}

const PLACE = /^\/(?:manage\/project|projects)\/(\d{1,9})(?:\/survey\/(\d{1,9}))?(?:\/|$)/

/** The project and survey of a page: hits within them come first. */
export function nearOf(path: string): { readonly pm_proj_ud?: number; readonly pm_sy_ud?: number } {
  const [, project, survey] = PLACE.exec(path) ?? []
  return {
    ...(project === undefined ? {} : { pm_proj_ud: Number(project) }),
    ...(survey === undefined ? {} : { pm_sy_ud: Number(survey) }),
  }
}

/** Begins a question to the assistant. */
const ASK_SIGN = '?'

/** The question of a text that begins with the sign; null: it does not. */
export const questionIn = (text: string): string | null =>
  text.trim().startsWith(ASK_SIGN) ? text.trim().slice(ASK_SIGN.length).trim() : null

/** The assistant, which is asked the typed text. */
export function askSection(text: string): PaletteSection {
  const asked = text.trim()
  const path = `/assistant?ask=${encodeURIComponent(JSON.stringify(asked))}`
  return {
    title: 'Assistant',
    entries: [
      {
        id: 'ask',
        label: `Ask: ${asked}`,
        detail: 'figures, changes, alerts',
        path,
        statusid: null,
        question: asked,
        keys: ASK_SIGN,
      },
    ],
  }
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')

/** The "new" pages and those of the menus that match every word of the text; all of them for an empty text. */
export function pagesFor(
  text: string,
  menus: readonly MenuItem[],
  news: readonly { readonly label: string; readonly path: string }[],
): PaletteSection | null {
  const pages = menus.flatMap(item => (item.kind === 'page' ? [{ label: item.label, path: item.route }] : []))
  const words = wordsOf(text)
  const entries = [...news, ...pages]
    .filter(({ label }) => words.every(word => label.toLowerCase().includes(word)))
    .map(({ label, path }) => ({ id: `page${path}`, label, detail: '', path, statusid: null }))
  return entries.length === 0 ? null : { title: 'Go to', entries }
}
