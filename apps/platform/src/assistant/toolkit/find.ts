import type { AnswerItem } from '@desk/schema/assistant/answer'
import { SEARCH_TEXT_MAX_LENGTH, type SearchHit } from '@desk/schema/search/search'
import { effectiveLabel } from '@desk/schema/statuses/held-by'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { Effect, Schema } from 'effect'
import { deskTool } from './tool.ts'

const SCOPE_WORDS: Readonly<Record<SearchHit['scope'], string>> = {
  project: 'Project',
  survey: 'Survey',
  source: 'Source',
  supplier: 'Supplier',
  qualification: 'Qualification',
}

/** The screen's path of a search hit. */
export function hitPath({ scope, id, pm_proj_ud: project, pm_sy_ud: survey }: SearchHit): string {
  switch (scope) {
    case 'project':
      return `/projects/${id}`
    case 'survey':
      return `/projects/${project}/survey/${id}/streams`
    case 'source':
      return `/projects/${project}/survey/${survey}/streams?only=${id}`
    case 'supplier':
      return `/suppliers/${id}`
    case 'qualification':
      return `/qualifications/${id}`
  }
}

/** A search hit, as a line of an answer. */
export const hitItem = (hit: SearchHit): AnswerItem => ({
  title: hit.name,
  detail: [
    `${SCOPE_WORDS[hit.scope]} ${hit.id}`,
    ...(hit.detail === null ? [] : [hit.detail]),
    ...(hit.statusid === null ? [] : [effectiveLabel(hit.statusid, hit.held_by)]),
  ].join(' · '),
  at: null,
  link: hitPath(hit),
  figures: [],
})

/** Finds anything by name, number or id, as the palette does. */
export const findAnything = deskTool('find_anything', {
  description:
    'Finds projects, surveys, sources, suppliers and qualifications by name, number or id, and respondents by RDUD or rid. Use it to learn the id of what a question names.',
  fields: { text: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(SEARCH_TEXT_MAX_LENGTH)) },
  run: ({ text }, { calls }) =>
    Effect.map(calls.search.find({ query: { text } }), ({ hits, respondents }) => {
      const items = [
        ...hits.map(hitItem),
        ...respondents.map(({ rdud, rid, code, source_name, pm_proj_ud, pm_sy_ud, stmid }) => ({
          title: rid,
          detail: `Respondent ${rdud} · ${source_name} · ${RESPONDENT_STATE_LABELS[code]}`,
          at: null,
          link: `/projects/${pm_proj_ud}/survey/${pm_sy_ud}/streams?only=${stmid}`,
          figures: [],
        })),
      ]
      return {
        summary: items.length === 1 ? 'Found 1' : `Found ${items.length}`,
        link: null,
        parts: [{ kind: 'list' as const, items, has_more: false }],
        hits,
        hasFreeText: true,
      }
    }),
})
