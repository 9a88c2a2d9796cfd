import type { Message } from './mail.ts'

/** Whom a mail goes to. */
export interface Addressee {
  readonly username: string
  readonly firstname: string
}

const REGARDS = '\n\nSample Desk\n'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Gives the URL of a password link: a hash route of the web client, so that no page request carries the token (§7.6). */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/#/reset-password/${token}`
}

/** A user asked for a new password. */
export function resetMail({ username, firstname }: Addressee, link: string, lastsMs: number): Message {
  return {
    to: username,
    subject: 'Set a new password',
    text: `Hello ${firstname},\n\nto set a new password, open this link within ${lasting(lastsMs)}:\n\n${link}\n\nIt works once. If you did not ask for it, you need not do anything: your password stays as it is.${REGARDS}`,
  }
}

/** Where an invited user begins: a link to choose a password by, or the page of single sign-on. */
export interface InviteLink {
  readonly address: string
  /** How long it works; null: always. */
  readonly lastsMs: number | null
}

/** An admin created the user; the account is named to those whom the provider invites. */
export function welcomeMail(
  { username, firstname }: Addressee,
  { address, lastsMs }: InviteLink,
  accountName?: string,
): Message {
  const where = accountName === undefined ? '' : ` in ${accountName}`
  const how =
    lastsMs === null
      ? `You sign in by the single sign-on of your account, and need no password here. Begin with this page, and give your username there:\n\n${address}`
      : `To choose a password, open this link within ${lasting(lastsMs)}:\n\n${address}\n\nIt works once. Later, "Forgot password" on the sign-in page sends you a new one.`
  return {
    to: username,
    subject: 'Your Sample Desk user',
    text: `Hello ${firstname},\n\na user was created for you${where}. Your username is ${username}. ${how}${REGARDS}`,
  }
}

/** The user gets this username once its mailbox is confirmed. */
export function newUsernameMail(
  { username, firstname }: Addressee,
  newUsername: string,
  link: string,
  lastsMs: number,
): Message {
  return {
    to: newUsername,
    subject: 'Your new Sample Desk username',
    text: `Hello ${firstname},\n\nthis address is to be your username in place of ${username}. To take it on, choose a password by this link within ${lasting(lastsMs)}:\n\n${link}\n\nIt works once; until then nothing changes. If you know nothing of this, you need not do anything.${REGARDS}`,
  }
}

/** Another account tried to create a user under an existing username: only its mailbox learns that, not the admin. */
export function nameInUseMail(username: string, accountName: string): Message {
  return {
    to: username,
    subject: 'Your Sample Desk user',
    text: `Hello,\n\nan administrator of ${accountName} wanted to give a user there the name ${username}. You are known by it already, so nothing was changed, and they were not told. If you work for them, please ask for a user by another address of yours; if not, you need not do anything.${REGARDS}`,
  }
}

/** The user's password or username was changed: sent to the former address. */
export function changedMail(
  { username, firstname }: Addressee,
  what: 'password' | 'username' | 'second factor',
): Message {
  return {
    to: username,
    subject: `Your ${what} was changed`,
    text: `Hello ${firstname},\n\nyour ${what} was changed just now. If that was not you, and not your administrator, please tell your administrator.${REGARDS}`,
  }
}

function lasting(ms: number): string {
  return ms >= 2 * HOUR_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / MINUTE_MS)} minutes`
}
