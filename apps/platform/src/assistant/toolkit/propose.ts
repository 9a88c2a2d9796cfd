import { ALERT_KINDS, AlertKind } from '@desk/schema/alerts/alert-kinds'
import type { Proposal } from '@desk/schema/assistant/proposal'
import { Id } from '@desk/schema/ids/ids'
import { effectNotes, trafficNote } from '@desk/schema/statuses/change-notes'
import { STATUS_CODES, STATUS_LABELS, StatusCode, StatusScope } from '@desk/schema/statuses/status'
import { Effect, Schema } from 'effect'
import { randomUUID } from 'node:crypto'
import { placeOf } from './places.ts'
import { deskTool, ToolRefusal, type ToolDesk, type ToolFound } from './tool.ts'

const Price = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 200 }))
const Target = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

/** A proposal as a tool gives it: nothing has changed. */
const proposed = (proposal: Omit<Proposal, 'idempotency_key'>): ToolFound => ({
  summary: proposal.title,
  link: proposal.link,
  parts: [{ kind: 'text', text: 'Nothing has changed yet: look at the proposal, and confirm it on its screen.' }],
  proposals: [{ ...proposal, idempotency_key: `assistant-${randomUUID()}` }],
  hasFreeText: true,
})

const PROPOSES = 'Changes nothing: it opens the screen’s own confirmation.'

/** The stored prices of a source that lose money (docs/decisions/0091), as far as the view shows them. */
const priceNotes = (id: number, { calls }: ToolDesk) =>
  Effect.map(calls.sources.read({ params: { id } }), ({ warnings }) =>
    warnings.filter(({ path }) => path.at(-1) === 'supplier_cpi').map(({ message }) => message),
  )

/** Proposes another status. */
export const proposeStatus = deskTool('propose_status', {
  description: `Proposes another status of a project, survey or source: 1 live, 2 paused, 4 complete, 5 cancelled. ${PROPOSES}`,
  fields: { scope: StatusScope, id: Id, statusid: StatusCode },
  proposes: 'write studies',
  run: Effect.fn('Assistant.proposeStatus')(function* ({ scope, id, statusid }, desk) {
    const { place, link } = yield* placeOf({ scope, id }, desk)
    const { status, allowed, effects } = yield* desk.calls.statuses.options({ params: { scope, id } })
    const label = STATUS_LABELS[statusid]
    if (!allowed.some(({ to, allowed: isAllowed }) => to === statusid && isAllowed))
      return yield* new ToolRefusal({
        message: `From ${STATUS_LABELS[status.statusid]} it cannot become ${label} now.`,
      })
    const change = { scope, from: status.statusid, to: statusid }
    const notes = [
      ...[trafficNote(change, effects)].filter(note => note !== null),
      ...effectNotes(change, effects),
      ...(scope === 'source' && statusid === STATUS_CODES.live ? yield* priceNotes(id, desk) : []),
    ]
    return proposed({
      kind: 'status',
      title: `Set the status to ${label}`,
      scope: place,
      link,
      change: { scope, id, statusid },
      ...(notes.length === 0 ? {} : { notes }),
      version: status.version,
    })
  }),
})

/** Proposes another supply price of a source. */
export const proposePrice = deskTool('propose_price', {
  description: `Proposes another supply price (CPI) of a source, in the account’s currency. ${PROPOSES}`,
  fields: { source_id: Id, price: Price },
  proposes: 'price suppliers',
  run: Effect.fn('Assistant.proposePrice')(function* ({ source_id: id, price }, desk) {
    const { version } = yield* desk.calls.sourceSuppliers.pricing({ params: { id } })
    const { place, link } = yield* placeOf({ scope: 'source', id }, desk)
    const change = { supplier_cpi: price }
    return proposed({ kind: 'price', title: 'Change the supply price', scope: place, link, change, version })
  }),
})

/** Proposes another target. */
export const proposeTarget = deskTool('propose_target', {
  description: `Proposes another target (N) of a survey or source. ${PROPOSES}`,
  fields: { scope: Schema.Literals(['survey', 'source']), id: Id, target: Target },
  proposes: 'write studies',
  run: Effect.fn('Assistant.proposeTarget')(function* ({ scope, id, target }, desk) {
    const { place, link } = yield* placeOf({ scope, id }, desk)
    const params = { id }
    const { version } = yield* scope === 'survey'
      ? desk.calls.surveys.read({ params })
      : desk.calls.sources.read({ params })
    return proposed({
      kind: 'target',
      title: 'Change the target',
      scope: place,
      link,
      change: { respondents: target },
      version,
    })
  }),
})

/** Proposes other shares of a source's suppliers. */
export const proposeAllocation = deskTool('propose_allocation', {
  description: `Proposes other shares, in percent, of the suppliers that a source has. ${PROPOSES}`,
  fields: {
    source_id: Id,
    shares: Schema.Array(
      Schema.Struct({ supplier_id: Id, percent: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 })) }),
    ).check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  },
  proposes: 'edit the supply side',
  run: Effect.fn('Assistant.proposeAllocation')(function* ({ source_id: id, shares }, desk) {
    const { version, suppliers } = yield* desk.calls.sourceSuppliers.read({ params: { id } })
    const { place, link } = yield* placeOf({ scope: 'source', id }, desk)
    if (shares.some(({ supplier_id }) => !suppliers.some(({ pm_sup_ud }) => pm_sup_ud === supplier_id)))
      return yield* new ToolRefusal({ message: 'This source has no such supplier.' })
    const change = {
      suppliers: suppliers.map(({ pm_sup_ud, allocation_percent, supplier_cpi }) => ({
        pm_sup_ud,
        allocation_percent: shares.find(({ supplier_id }) => supplier_id === pm_sup_ud)?.percent ?? allocation_percent,
        supplier_cpi,
      })),
    }
    return proposed({ kind: 'allocation', title: 'Change the allocation', scope: place, link, change, version })
  }),
})

/** Proposes a rule for alerts of the caller's own. */
export const proposeAlertRule = deskTool('propose_alert_rule', {
  description: `Proposes an alert rule of the caller’s own, of the account or one project. ${PROPOSES}`,
  fields: { kind: AlertKind, project_id: Schema.optionalKey(Id) },
  proposes: 'open projects',
  run: Effect.fn('Assistant.proposeAlertRule')(function* ({ kind, project_id: id }, desk) {
    const { place } = yield* placeOf(id === undefined ? { scope: 'account' } : { scope: 'project', id }, desk)
    const { label } = ALERT_KINDS[kind]
    const change = {
      name: label,
      kinds: [kind],
      own: true,
      ...(id === undefined ? { scope: 'account' } : { scope: 'project', project_id: id }),
    }
    return proposed({
      kind: 'alert_rule',
      title: `Alert me: ${label}`,
      scope: place,
      link: '/alerts',
      change,
      version: null,
    })
  }),
})

/** Proposes to reconcile a project with these respondents. */
export const proposeReconciliation = deskTool('propose_reconciliation', {
  description: `Proposes a draft of a reconciliation of a project, with the rids or RDUDs to reject. ${PROPOSES}`,
  fields: {
    project_id: Id,
    respondents: Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))).check(
      Schema.isMaxLength(1_000),
    ),
  },
  proposes: 'reconcile',
  run: Effect.fn('Assistant.proposeReconciliation')(function* ({ project_id: id, respondents }, desk) {
    const { place } = yield* placeOf({ scope: 'project', id }, desk)
    // whether the caller may
    yield* desk.calls.reconciliation.summary({ params: { project: id } })
    return proposed({
      kind: 'reconciliation',
      title: 'Begin a reconciliation',
      scope: place,
      link: `/projects/${id}/reconciliation`,
      change: { respondents },
      version: null,
    })
  }),
})
