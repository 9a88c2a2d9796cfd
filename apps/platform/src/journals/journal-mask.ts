import { maskCheckpoint, maskEntry } from '@desk/machines/journal/mask-journal'
import { createHmac } from 'node:crypto'
import type { SecretKey } from '#kernel/config/secret-file'
import { keyFor } from '#kernel/secrets/seal'
import type { JournalPageFacts } from './journal-page.ts'
import type { JournalKey } from './journals.store.ts'

/** Just enough characters to distinguish the texts of one journal. */
const TAG_LENGTH = 3

/**
 * Gives the mask for the pages of a journal. A text's tag is computed under a key of the installation and of the journal: it is
 * the same on every page and in every process, and reveals neither the text nor whether it occurs in another journal.
 */
export function journalMask(
  secretKey: SecretKey,
): (journal: JournalKey) => (page: JournalPageFacts) => JournalPageFacts {
  const [key] = keyFor(secretKey, 'sample desk journal masks')
  return ({ accountId, journalNo }) => {
    const tagOf = (text: string): string =>
      createHmac('sha256', key)
        .update(`${accountId} ${journalNo} ${text}`)
        .digest('base64url')
        .replaceAll(/[-_]/g, '0')
        .slice(0, TAG_LENGTH)
    return page => ({
      ...page,
      from: page.from && maskCheckpoint(page.from, tagOf),
      entries: page.entries.map(entry => maskEntry(entry, tagOf)),
    })
  }
}
