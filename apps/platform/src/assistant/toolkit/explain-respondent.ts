import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { Effect, Schema } from 'effect'
import { deskTool, ToolRefusal } from './tool.ts'

/** Explains why a respondent ended as they did. */
export const explainRespondent = deskTool('explain_respondent', {
  description:
    'Says why a respondent was terminated, refused or ended otherwise, by RDUD or rid: each step with its rule.',
  fields: { find: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)) },
  run: Effect.fn('Assistant.explainRespondent')(function* ({ find }, { calls }) {
    const { respondents } = yield* calls.search.find({ query: { text: find } })
    const [found] = respondents
    if (found === undefined)
      return yield* new ToolRefusal({ message: 'No respondent of this account has this RDUD or rid.' })
    const path = yield* calls.sources.explain({ params: { id: found.stmid }, query: { find: found.rdud } })
    const items = path.steps.map(({ at, to, rule, threshold, value, detail }) => ({
      title: RESPONDENT_STATE_LABELS[to],
      detail:
        [rule, threshold === null ? null : `limit ${threshold}`, value === null ? null : `was ${value}`, detail]
          .filter(part => part !== null)
          .join(' · ') || null,
      at,
      link: null,
      figures: [],
    }))
    const state = RESPONDENT_STATE_LABELS[path.code]
    return {
      summary: state,
      link: `/projects/${found.pm_proj_ud}/survey/${found.pm_sy_ud}/streams?only=${found.stmid}`,
      parts: [
        { kind: 'text' as const, text: `This respondent is in the state ${state}.` },
        { kind: 'list' as const, items, has_more: false },
      ],
      hasFreeText: true,
    }
  }),
})
