import { STATUS_CODES, hasEnded, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { allowedTransitions, judgeStatusChange, type StatusVerdict } from '@desk/machines/status/judge'
import type { StatusFacts } from '@desk/schema/statuses/facts'
import type { AllowedTransition, StatusView } from '@desk/schema/statuses/status-view'
import { surveyTemplate } from '@desk/schema/respondents/address-template'

/** The status of one object with the guards' facts, as the store reads them. */
export interface StatusRow {
  readonly id: number
  readonly projectId: number
  readonly surveyId: number | null
  readonly name: string
  readonly status: StatusCode
  readonly effectiveStatus: StatusCode
  readonly reason: string | null
  readonly changedBy: string | null
  readonly changedAt: Date
  readonly version: number
  readonly surveyUrlRequired: boolean
  readonly surveyUrl: string | null
  readonly target: number
  readonly outOfFieldAt: Date | null
  readonly hasPrice: boolean
  readonly hasSupplier: boolean
  /** Whether one of its suppliers was deleted, which is possible only after it ended. */
  readonly hasLostSupplier: boolean
  readonly quotasMeetable: boolean
  readonly projectStatus: StatusCode | null
  readonly surveyStatus: StatusCode | null
  readonly completes: number
  readonly inflight: number
}

/** The facts for the status machine (domain.md §2). A stored survey URL is valid when respondents can be sent there (§5.1, reading B). */
export function statusFacts(scope: StatusScope, row: StatusRow, now: Date): StatusFacts {
  return {
    scope,
    status: row.status,
    surveyUrlRequired: row.surveyUrlRequired,
    surveyUrlValid: row.surveyUrl !== null && surveyTemplate(row.surveyUrl) !== null,
    target: row.target,
    targetReached: row.target > 0 && row.completes >= row.target,
    outOfFieldPassed: row.outOfFieldAt !== null && row.outOfFieldAt <= now,
    hasPrice: row.hasPrice,
    hasSupplier: row.hasSupplier,
    quotasMeetable: row.quotasMeetable,
    parentTerminal: hasEnded(row.projectStatus) || hasEnded(row.surveyStatus),
    billableCompletes: row.completes,
    inflight: row.inflight,
  }
}

export function statusView(row: StatusRow): StatusView {
  return {
    statusid: row.status,
    effective_statusid: row.effectiveStatus,
    reason: row.reason,
    changed_by: row.changedBy,
    changed_at: row.changedAt.toISOString(),
    version: row.version,
  }
}

/** An ended source cannot be relaunched with a deleted supplier: it must be removed first. */
const LOST_SUPPLIER = 'supplier_missing'
const comesBackWithoutSupplier = (row: StatusRow, to: StatusCode): boolean =>
  row.hasLostSupplier && to === STATUS_CODES.live

/** Whether a user may change the status, by the shared machine (domain.md §2). */
export function judgedChange(scope: StatusScope, row: StatusRow, to: StatusCode, now: Date): StatusVerdict {
  const verdict = judgeStatusChange(statusFacts(scope, row, now), to, 'user')
  return verdict.kind === 'allowed' && comesBackWithoutSupplier(row, to)
    ? { kind: 'blocked', reason: LOST_SUPPLIER }
    : verdict
}

/** Every other status with whether it may be asked for now, or why not. */
export function allowedOf(scope: StatusScope, row: StatusRow, now: Date): readonly AllowedTransition[] {
  return allowedTransitions(statusFacts(scope, row, now)).map(way =>
    way.allowed && comesBackWithoutSupplier(row, way.to) ? { to: way.to, allowed: false, reason: LOST_SUPPLIER } : way,
  )
}
