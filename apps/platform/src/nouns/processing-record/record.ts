import { PERSONAL_CATEGORIES, STORED_FOR, type PersonalCategoryName } from '@desk/schema/privacy/categories'
import {
  RECIPIENTS,
  type ProcessingRecord,
  type Recipient,
  type RecipientName,
} from '@desk/schema/privacy/processing-record'
import { JOURNAL_DAYS_DEFAULT } from '#kernel/config/defaults'
import type { PlatformSettings } from '#kernel/config/platform-config'
import type { Tx } from '#kernel/db/tx'
import { findRetention } from '../retention/retention.store.ts'
import { categoryOf } from './category-of.ts'
import { readColumns, readRecipients, type AccountRecipients } from './record.store.ts'

type Installed = Pick<PlatformSettings, 'documents' | 'journalDays' | 'mail' | 'modelService' | 'reportService'>

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url)
const hosts = (...urls: readonly (string | undefined)[]): string[] => [
  ...new Set(urls.flatMap(url => (url === undefined ? [] : [hostOf(url)]))),
]

/** Who gets data: the installation's services, and those of the account. */
function recipientsOf(own: AccountRecipients, installed: Installed): Recipient[] {
  const where: Record<RecipientName, readonly string[]> = {
    ...own,
    clients: hosts(...own.clients),
    webhooks: hosts(...own.webhooks),
    document_store: hosts(installed.documents.s3?.url),
    mail: hosts(installed.mail.smtpUrl),
    model: hosts(installed.modelService?.baseUrl),
    embedded_reports: hosts(installed.reportService?.apiUrl),
  }
  return (Object.keys(RECIPIENTS) as RecipientName[]) // Object.keys loses the key types
    .map(recipient => ({
      recipient,
      ...RECIPIENTS[recipient],
      is_configured: where[recipient].length > 0,
      where: where[recipient],
    }))
}

/** The record of processing of an account (docs/decisions/0114). */
export async function readRecord(tx: Tx, accountId: number, installed: Installed): Promise<ProcessingRecord> {
  const columns = await readColumns(tx)
  const recipients = recipientsOf(await readRecipients(tx, accountId), installed)
  const {
    marks_days: marks,
    identities_days: identities,
    journals_days: journals,
  } = await findRetention(tx, accountId, installed.journalDays ?? JOURNAL_DAYS_DEFAULT)
  const periods = {
    ...STORED_FOR,
    marks: `${marks} days after the window of the complete, or after the entry.`,
    identities: `${identities} days after the entry.`,
    journals: `${journals} days after the last entry.`,
  }
  const categories = (Object.keys(PERSONAL_CATEGORIES) as PersonalCategoryName[]) // Object.keys loses the key types
    .map(category => {
      const { storedFor, ...described } = PERSONAL_CATEGORIES[category]
      const mine = columns.filter(({ table, column }) => categoryOf(table, column) === category)
      return {
        category,
        ...described,
        stored_for: periods[storedFor],
        tables: [...new Set(mine.map(({ table }) => table))].map(table => ({
          table,
          columns: mine.filter(of => of.table === table).map(({ column }) => column),
        })),
        recipients: recipients
          .filter(({ is_configured: isConfigured, gets }) => isConfigured && gets.includes(category))
          .map(({ recipient }) => recipient),
      }
    })
  return { categories, recipients }
}
