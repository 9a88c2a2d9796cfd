import { Schema } from 'effect'
import { PERSONAL_CATEGORIES, type PersonalCategoryName } from './categories.ts'

const names = Object.keys(PERSONAL_CATEGORIES) as [PersonalCategoryName, ...PersonalCategoryName[]] // Object.keys loses the key types

/** Others that may get data of people from the desk, in the order of the page. */
export const RECIPIENTS = {
  suppliers: { label: 'Suppliers', gets: ['respondent_ids', 'participation'] },
  clients: { label: 'Surveys of clients', gets: ['participation'] },
  webhooks: { label: 'Webhooks', gets: ['participation', 'respondent_ids'] },
  api_keys: { label: 'Programs with an API key', gets: ['participation', 'respondent_ids', 'acts', 'audit'] },
  document_store: { label: 'Document store (S3)', gets: ['documents'] },
  mail: { label: 'Mail server', gets: ['mails'] },
  model: { label: 'Language model', gets: ['conversations'] },
  embedded_reports: { label: 'Embedded reports (Power BI)', gets: ['users'] },
  single_sign_on: { label: 'Single sign-on', gets: ['users'] },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly gets: readonly PersonalCategoryName[] }>
>
export type RecipientName = keyof typeof RECIPIENTS
const recipients = Object.keys(RECIPIENTS) as [RecipientName, ...RecipientName[]] // Object.keys loses the key types

/** One category of data of people: its purpose, its columns in this database, how long it is stored, and its recipients. */
export const ProcessingCategory = Schema.Struct({
  category: Schema.Literals(names),
  label: Schema.String,
  people: Schema.String,
  purpose: Schema.String,
  /** A sentence. */
  stored_for: Schema.String,
  tables: Schema.Array(Schema.Struct({ table: Schema.String, columns: Schema.Array(Schema.String) })),
  /** Configured ones alone. */
  recipients: Schema.Array(Schema.Literals(recipients)),
})
export type ProcessingCategory = typeof ProcessingCategory.Type

/** One recipient as this installation and account have it. */
export const Recipient = Schema.Struct({
  recipient: Schema.Literals(recipients),
  label: Schema.String,
  is_configured: Schema.Boolean,
  /** Hosts, or names of suppliers; the first 100. */
  where: Schema.Array(Schema.String),
  gets: Schema.Array(Schema.Literals(names)),
})
export type Recipient = typeof Recipient.Type

/** The record of processing of an account, made from the schema of its database (docs/decisions/0114). */
export const ProcessingRecord = Schema.Struct({
  categories: Schema.Array(ProcessingCategory),
  recipients: Schema.Array(Recipient),
})
export type ProcessingRecord = typeof ProcessingRecord.Type
