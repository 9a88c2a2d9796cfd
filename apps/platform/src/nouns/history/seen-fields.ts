import { HIDDEN_FROM_EXTERNAL } from '@desk/schema/columns/visible-columns'
import type { HistoryScope } from '@desk/schema/history/history'
import { may } from '@desk/schema/permissions/permissions'
import { BOOST_FIELDS } from '@desk/schema/sources/auto-boost'
import type { Caller } from '@desk/api/authorization'
import { editorView } from '#identity/accounts/supply-side'

/** A source's own redirects reveal its supplier. */
const isHidden = (scope: HistoryScope, field: string): boolean =>
  HIDDEN_FROM_EXTERNAL.has(field) || (scope === 'source' && field === 'redirects')

/** Whether the caller sees a field of a history: not what their editors hide (domain.md §4), and how a source is boosted with Auto-Boost alone (§6.8). */
export const seesField = (caller: Caller, scope: HistoryScope, field: string): boolean =>
  (may(caller.user, 'boost sources') || !BOOST_FIELDS.has(field)) &&
  (editorView(caller) === 'internal' || !isHidden(scope, field))
