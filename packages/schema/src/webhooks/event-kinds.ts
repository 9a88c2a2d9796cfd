import { Schema } from 'effect'

/** One kind of event that endpoints may ask for. */
interface EventKind {
  readonly label: string
  /** When it is sent. */
  readonly meaning: string
}

/**
 * The events that the desk sends to webhooks; the keys are the `type` of the message. A kind is one entry here, and
 * its line in the platform's events-of-change.ts.
 */
export const WEBHOOK_EVENTS = {
  'status.changed': {
    label: 'Status changed',
    meaning: 'A project, survey or source has another status, set by a person or by the desk.',
  },
  'status.auto_paused': {
    label: 'Auto-paused',
    meaning: 'The desk has paused a survey or source, for the reason that the message names.',
  },
  'target.reached': {
    label: 'Target reached',
    meaning: 'The desk has paused a survey or source because it has as many completes as its target.',
  },
  'alert.raised': {
    label: 'Alert raised',
    meaning: 'A rule of the account has raised an alert; rules of users tell none.',
  },
  'respondent.completed': {
    label: 'Complete',
    meaning: 'A respondent has become a complete; test respondents are marked.',
  },
  'reconciliation.stored': {
    label: 'Reconciliation stored',
    meaning: 'A request of a project, or its undo, is stored: how many rows came to which outcome.',
  },
  'supplier.outcomes': {
    label: 'Outcomes of a supplier',
    meaning:
      'A stored reconciliation says something of one supplier’s respondents: its own rows, by its own ids, for an endpoint of that supplier.',
  },
  'dispute.changed': {
    label: 'Dispute changed',
    meaning: 'A supplier’s rejected complete is disputed, or its dispute is decided, has lapsed or is settled.',
  },
  'statement.closed': {
    label: 'Statements closed',
    meaning: 'A month of the account is closed: its statements are signed, and stay as they are.',
  },
  'document.added': {
    label: 'Document added',
    meaning: 'A project has a new document, or a new version of one.',
  },
} as const satisfies Record<string, EventKind>

export type WebhookEventKind = keyof typeof WEBHOOK_EVENTS

/** The kinds, in the order in which they are offered. */
export const WEBHOOK_EVENT_KINDS = Object.keys(WEBHOOK_EVENTS) as [WebhookEventKind, ...WebhookEventKind[]] // Object.keys loses the key types
export const WebhookEventKind = Schema.Literals(WEBHOOK_EVENT_KINDS)

/** The event about one supplier alone: it goes to endpoints of that supplier, which get no other event. */
export const SUPPLIER_EVENT = 'supplier.outcomes' satisfies WebhookEventKind

/** The `type` of the message that the test button sends; no endpoint asks for it. */
export const WEBHOOK_TEST_KIND = 'webhook.test'
