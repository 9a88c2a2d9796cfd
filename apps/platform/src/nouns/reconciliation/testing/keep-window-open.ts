import { asOwner } from '#testing/database/test-server'

/**
 * Keeps the window of last month's completes open on every day of this month, for a test that reconciles them.
 * An account chooses a day up to the 28th, so that in a month's last days no window is open: the test's own database forgets that limit.
 * @param databaseUrl of the database of this test file
 */
export async function keepWindowOpen(databaseUrl: string, accountId: number): Promise<void> {
  await asOwner(
    databaseUrl,
    `alter table account drop constraint if exists account_reconciliation_window_day_check;
     update account set reconciliation_window_day = 31 where account_id = ${accountId}`,
  )
}
