import type { StatementLink } from '@desk/schema/statements/statement-link'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'

/** Asks, and revokes a link. */
export function RevokeLink({
  link,
  onClosed,
  onRevoked,
}: {
  readonly link: StatementLink
  readonly onClosed: () => void
  readonly onRevoked: () => void
}) {
  return (
    <ConfirmAct
      call="statementLinks.revoke"
      request={{ params: { id: link.statement_link_ud } }}
      question={{
        title: `Revoke the link for ${link.note}?`,
        lines: [
          `The link shows nothing of ${link.supplier_name} any more, from the next call on. A revoked link does not come back: make another one.`,
        ],
        confirmLabel: 'Revoke it',
        tone: 'danger',
      }}
      doneText={`The link for ${link.note} was revoked`}
      onDone={onRevoked}
      onClosed={onClosed}
    />
  )
}
