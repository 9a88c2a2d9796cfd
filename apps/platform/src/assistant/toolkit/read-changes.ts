import type { AnswerItem } from '@desk/schema/assistant/answer'
import { isAutoPauseReason, PAUSE_REASONS } from '@desk/schema/statuses/pause-reasons'
import { effectiveLabel } from '@desk/schema/statuses/held-by'
import { STATUS_LABELS, STATUSES, StatusScope } from '@desk/schema/statuses/status'
import { Id } from '@desk/schema/ids/ids'
import { Effect, Schema } from 'effect'
import { placeOf } from './places.ts'
import { deskTool } from './tool.ts'

const LINES_MAX = 20

const reasonWords = (reason: string | null): string | null =>
  reason === null ? null : isAutoPauseReason(reason) ? PAUSE_REASONS[reason].label : reason

const joined = (...parts: readonly (string | null)[]): string | null => {
  const given = parts.filter(part => part !== null && part !== '')
  return given.length === 0 ? null : given.join(' · ')
}

/** Why something has its status: who or what changed it, when and for what reason. */
export const explainStatus = deskTool('explain_status', {
  description:
    'Says which status a project, survey or source has, since when, by whom and why, and its changes before: why it was paused or auto-paused.',
  fields: { scope: StatusScope, id: Id },
  run: Effect.fn('Assistant.explainStatus')(function* ({ scope, id }, desk) {
    const { link } = yield* placeOf({ scope, id }, desk)
    const params = { scope, id }
    const { status, effects } = yield* desk.calls.statuses.options({ params })
    const events = yield* desk.calls.statuses.history({ params, query: { limit: LINES_MAX } })
    const items: AnswerItem[] = events.map(({ from, to, by, reason, note, at }) => ({
      title: `${STATUS_LABELS[from]} → ${STATUS_LABELS[to]}`,
      detail: joined(by ?? 'Sample Desk', reasonWords(reason), note),
      at,
      link: null,
      figures: [],
    }))
    const isLive = status.statusid === STATUSES.live.code
    const label = effectiveLabel(status.statusid, isLive ? (effects.held_by?.[0] ?? null) : null)
    const why = status.statusid === STATUSES.autoPaused.code ? reasonWords(status.reason) : null
    return {
      summary: why === null ? label : `${label}: ${why}`,
      link,
      parts: [
        { kind: 'text' as const, text: why === null ? `It is ${label}.` : `It is ${label}: ${why}.` },
        { kind: 'list' as const, items, has_more: events.length === LINES_MAX },
      ],
      hasFreeText: true,
    }
  }),
})

/** Who changed what of an object, newest first. */
export const readHistory = deskTool('read_history', {
  description: 'Who changed what of a project, survey, source, supplier or qualification, newest first.',
  fields: { scope: Schema.Literals(['project', 'survey', 'source', 'supplier', 'qualification']), id: Id },
  run: Effect.fn('Assistant.readHistory')(function* ({ scope, id }, desk) {
    const entries = yield* desk.calls.history.read({ params: { scope, id }, query: { limit: LINES_MAX } })
    const link = scope === 'qualification' ? `/qualifications/${id}` : (yield* placeOf({ scope, id }, desk)).link
    const items = entries.map(({ act, by, at, changes, reason, note }): AnswerItem => ({
      title: `${by ?? 'Sample Desk'} · ${act}`,
      detail: joined(
        changes.map(({ field, from, to }) => `${field}: ${written(from)} → ${written(to)}`).join('; '),
        reasonWords(reason),
        note,
      ),
      at,
      link: null,
      figures: [],
    }))
    return {
      summary: `${items.length} changes`,
      link,
      parts: [{ kind: 'list' as const, items, has_more: items.length === LINES_MAX }],
      hasFreeText: true,
    }
  }),
})

const VALUE_MAX_LENGTH = 120
const written = (value: unknown): string =>
  value === null ? '—' : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, VALUE_MAX_LENGTH)
