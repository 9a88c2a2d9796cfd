import type { EmbedFault, NoEmbed } from '@desk/schema/embedded-reports/embedded-report'

/** A reporting service that does not give what it was asked for. */
export class EmbedFailure extends Error {
  override readonly name = 'EmbedFailure'
  readonly reason: EmbedFault
  /** How long it asks to be left alone; null: it says nothing of that. */
  readonly retryAfterMs: number | null

  constructor(reason: EmbedFault, retryAfterMs: number | null = null) {
    super(SENTENCES[reason])
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** The sentences for the reader of a dashboard, shown above the desk's own. */
const SENTENCES: Readonly<Record<EmbedFault, string>> = {
  not_connected: 'No reporting service is connected.',
  off: 'Embedded reports are off for this account.',
  no_report: 'No embedded report is set up here.',
  refused: 'The reporting service refused the desk.',
  busy: 'The reporting service is busy.',
  slow: 'The reporting service did not answer in time.',
  unavailable: 'The reporting service cannot be reached.',
  unreadable: 'The reporting service gave an answer that the desk cannot read.',
  expired: 'The reporting service gave a token that has expired already.',
}

/** The answer for a report that is not embedded. */
export const noEmbed = (reason: EmbedFault, retryAt: Date | null = null): NoEmbed => ({
  show: false,
  reason,
  message: SENTENCES[reason],
  retry_at: retryAt?.toISOString() ?? null,
})
