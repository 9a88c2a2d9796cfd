import type { Message } from '#kernel/mail/mail'
import type { Addressee } from '#kernel/mail/mails'
import type { SwitchedOff } from './deliveries.store.ts'

/** The desk has switched off an endpoint of the account. */
export function switchedOffMail(
  { username, firstname }: Addressee,
  { description, accountName, reason }: SwitchedOff,
  publicUrl: string,
): Message {
  return {
    to: username,
    subject: `A webhook of ${accountName} is switched off`,
    text: `Hello ${firstname},\n\nthe desk has switched off the webhook "${description}". ${reason}\n\nNothing is sent to it until you switch it on again. Messages that wait are delivered then; events of the time in between are not sent:\n\n${publicUrl}/#/admin/webhooks\n\nSample Desk\n`,
  }
}
