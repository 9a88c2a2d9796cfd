import { accountViewType } from '@desk/machines/session/session.selectors'
import { redirect } from '@tanstack/react-router'
import type { Desk } from '#runtime/desk.ts'

/** Where / leads on to by the account's type (§2.9). */
export function indexPathOf(desk: Desk): string {
  return accountViewType(desk.session.getSnapshot()) === 'DESK' ? '/projects' : '/defender/terminationoverview'
}

/** A DEFENDER account has none of the Desk's pages: their routes redirect to its index. */
export function onlyForDesk({ context }: { context: { desk: Desk } }): void {
  if (accountViewType(context.desk.session.getSnapshot()) !== 'DESK') throw redirect({ href: '/', replace: true })
}
