import type { RetentionDays } from '@desk/schema/privacy/retention'

/** The periods of an account, in the order of the form. */
export const RETENTION_LABELS: Readonly<Record<RetentionDays, string>> = {
  marks_days: 'Addresses and fingerprints',
  identities_days: 'Supplier IDs and answers',
  journals_days: 'Journals and conversations',
}
