import { passwordLink, type InviteLink } from '#kernel/mail/mails'
import { LINK_LASTS_MS } from './password-links.ts'

/** Where an invitation leads. @param token of a link to choose a password by; null: the account is only entered by single sign-on */
export function inviteLink(publicUrl: string, token: string | null): InviteLink {
  return token === null
    ? { address: `${publicUrl}/#/login?sso=start`, lastsMs: null }
    : { address: passwordLink(publicUrl, token), lastsMs: LINK_LASTS_MS.welcome }
}
