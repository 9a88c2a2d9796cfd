import type { AnswerItem } from '@desk/schema/assistant/answer'
import { AskedInstant } from '@desk/schema/ids/ids'
import { Effect, Schema } from 'effect'
import { deskTool } from './tool.ts'

const LINES_MAX = 20

const BY_WORDS = {
  screen: null,
  api_key: 'by an API key',
  single_sign_on: 'by single sign-on',
  assistant: 'through the assistant',
  supplier_link: 'by a supplier’s link',
} as const

const worded = (name: string): string => name.replaceAll('_', ' ')

/** Who did what in the account, newest first: no values, which each object's history shows as a view may see it. */
export const readAuditLog = deskTool('read_audit_log', {
  description:
    'Who did what in the account, newest first, of a time or lately: edits, statuses, sign-ins, exports. For its admins. For old and new values, use read_history.',
  fields: { from: Schema.optionalKey(AskedInstant), to: Schema.optionalKey(AskedInstant) },
  run: Effect.fn('Assistant.readAuditLog')(function* ({ from, to }, { calls }) {
    const times = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { until: to }) }
    const { entries, next } = yield* calls.audit.list({ query: { ...times, limit: LINES_MAX } })
    const items = entries.map(({ at, act, scope, object_id: id, who, by, api_key: key }): AnswerItem => ({
      title: `${who ?? 'Sample Desk'} · ${worded(act)}`,
      detail: [worded(scope), id, BY_WORDS[by], key].filter(part => part !== null).join(' · '),
      at,
      link: null,
      figures: [],
    }))
    const link = `/admin/audit-log${Object.keys(times).length === 0 ? '' : `?${new URLSearchParams(times).toString()}`}`
    return {
      summary: `${items.length} acts`,
      link,
      parts:
        items.length === 0
          ? [{ kind: 'text' as const, text: 'No activity in this period.' }]
          : [{ kind: 'list' as const, items, has_more: next !== null }],
      hasFreeText: true,
    }
  }),
})
