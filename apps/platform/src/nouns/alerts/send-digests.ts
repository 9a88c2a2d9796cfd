import { alertPath, alertText, projectAround } from '@desk/schema/alerts/alert'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Message } from '#kernel/mail/mail'
import { takeDigest, type DueDigest, type MailedAlert } from './digest.store.ts'

export interface DigestPorts {
  readonly database: Pick<DeskDatabase, 'asSystem'>
  readonly publicUrl: string
  readonly send: (message: Message) => Promise<void>
}

/** One mail lists this many. */
const MOST_LISTED = 100

/**
 * Mails the digests that are due. Several processes share them; a process that dies between the commit and the mail mails nothing twice.
 * @param at the time by which they are due
 * @returns how many mails were sent
 */
export async function sendDigests({ database, publicUrl, send }: DigestPorts, at: Date): Promise<number> {
  let sent = 0
  for (;;) {
    const taken = await database.asSystem(tx => takeDigest(tx, at), { idempotent: true })
    if (taken === null) return sent
    if (taken.alerts.length === 0) continue
    await send(digestMail(taken.to, taken.alerts, publicUrl))
    sent += 1
  }
}

/** A mail with these alerts, newest first. */
export function digestMail(to: DueDigest, alerts: readonly MailedAlert[], publicUrl: string): Message {
  const { username, firstname, accountName, zone } = to
  const lines = alerts.slice(0, MOST_LISTED).map(alert => {
    const project = projectAround(alert)
    const within = project === null ? '' : ` in ${project}`
    return `- ${alertText(alert.kind, alert.facts)}\n  ${alert.place_name}${within}, ${alert.beganAt}${alert.hasEnded ? ', ended' : ''}\n  ${publicUrl}/#${alertPath(alert)}`
  })
  const more = alerts.length - lines.length
  const count = alerts.length === 1 ? 'One alert' : `${alerts.length.toLocaleString('en-US')} alerts`
  return {
    to: username,
    subject: `${count} in ${accountName}`,
    text: `Hello ${firstname},\n\nsince the last mail, times in ${zone}:\n\n${lines.join('\n')}\n${more > 0 ? `\nand ${more.toLocaleString('en-US')} more.\n` : ''}\nAll alerts, and how often you get this mail: ${publicUrl}/#/alerts?tab=rules\n\nSample Desk\n`,
  }
}
