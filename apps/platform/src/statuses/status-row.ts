import { allowedTransitions } from '@desk/machines/status/judge'
import type { StatusFacts } from '@desk/schema/statuses/facts'
import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { AllowedTransition, StatusView } from '@desk/schema/statuses/status-view'
import { surveyAddress } from '../respondents/redirects.ts'

/** The status of one object, and what the guards of a change look at, as the store reads them. */
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
  readonly projectStatus: StatusCode | null
  readonly surveyStatus: StatusCode | null
  readonly completes: number
  readonly inflight: number
}

const isTerminal = (status: StatusCode | null): boolean => status === STATUS_CODES.complete || status === STATUS_CODES.cancelled

/** What the status machine judges by (domain.md §2). A stored survey URL is valid when the door can send respondents there (§5.1, reading B). */
export function statusFacts(scope: StatusScope, row: StatusRow, now: Date): StatusFacts {
  return {
    scope,
    status: row.status,
    surveyUrlRequired: row.surveyUrlRequired,
    surveyUrlValid: surveyAddress(row.surveyUrl, '') !== null,
    target: row.target,
    targetReached: row.target > 0 && row.completes >= row.target,
    outOfFieldPassed: row.outOfFieldAt !== null && row.outOfFieldAt <= now,
    hasPrice: row.hasPrice,
    hasSupplier: row.hasSupplier,
    parentTerminal: isTerminal(row.projectStatus) || isTerminal(row.surveyStatus),
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

/** Every other status with whether it may be asked for now, or why not. */
export function allowedOf(scope: StatusScope, row: StatusRow, now: Date): readonly AllowedTransition[] {
  return allowedTransitions(statusFacts(scope, row, now))
}
