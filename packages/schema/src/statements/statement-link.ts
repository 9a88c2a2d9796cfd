import { Schema } from 'effect'
import { requiredChoice, requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { MONTH_PATTERN } from './statement-line.ts'
import { Month } from './statement.ts'

/** How many live links an account has at most. */
export const STATEMENT_LINKS_MAX = 500
/** The longest life of a link. */
export const STATEMENT_LINK_DAYS_MAX = 366
/** The page that a link opens; the token is after the #, which no browser sends. */
export const SUPPLIER_PAGE = '/supplier-statements.html'

export const StatementLinkState = Schema.Literals(['live', 'expired', 'revoked'])
export type StatementLinkState = typeof StatementLinkState.Type

/** A link that lets one supplier see its statements without a session; the link itself is shown once, when it is made. */
export const StatementLink = Schema.Struct({
  statement_link_ud: Id,
  pm_sup_ud: Id,
  supplier_name: Schema.String,
  /** The one month that it opens; null: every month. */
  month: Schema.NullOr(Month),
  /** Recipient. */
  note: Schema.String,
  state: StatementLinkState,
  made_by: Schema.NullOr(Schema.String),
  made_at: IsoInstant,
  expires_at: IsoInstant,
  /** At most a minute late. */
  last_used_at: Schema.NullOr(IsoInstant),
  last_used_address: Schema.NullOr(Schema.String),
  revoked_by: Schema.NullOr(Schema.String),
  revoked_at: Schema.NullOr(IsoInstant),
})
export type StatementLink = typeof StatementLink.Type

const DAYS_WRONG = `Expiry must be between 1 and ${STATEMENT_LINK_DAYS_MAX} days`

/** The form of a new link. */
export const StatementLinkForm = Schema.Struct({
  pm_sup_ud: requiredChoice('Supplier is required'),
  /** Left out: every month. */
  month: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(MONTH_PATTERN, { message: 'A month is written like 2026-10' })),
  ),
  note: requiredText({ label: 'Recipient', maxLength: 100 }),
  expires_in_days: Schema.Int.annotate({ message: DAYS_WRONG }).check(
    Schema.isBetween({ minimum: 1, maximum: STATEMENT_LINK_DAYS_MAX }, { message: DAYS_WRONG }),
  ),
})
export type StatementLinkForm = typeof StatementLinkForm.Type

/** A link that was just made, with its address. */
export const MadeStatementLink = Schema.Struct({ ...StatementLink.fields, secret: Schema.String })
export type MadeStatementLink = typeof MadeStatementLink.Type
