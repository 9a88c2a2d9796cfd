/** The most domains that one account claims. */
export const SIGN_ON_DOMAINS_MAX = 50

/** Mail domains at which anybody gets an address: their owners are no account's people. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set([
  '126.com',
  '163.com',
  'aol.com',
  'att.net',
  'bluewin.ch',
  'comcast.net',
  'fastmail.com',
  'free.fr',
  'gmail.com',
  'gmx.at',
  'gmx.ch',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hey.com',
  'hotmail.co.uk',
  'hotmail.com',
  'hotmail.de',
  'hotmail.fr',
  'hotmail.it',
  'icloud.com',
  'laposte.net',
  'libero.it',
  'live.com',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'naver.com',
  'orange.fr',
  'outlook.com',
  'outlook.de',
  'outlook.fr',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'rediffmail.com',
  'rocketmail.com',
  'sbcglobal.net',
  't-online.de',
  'tutanota.com',
  'verizon.net',
  'web.de',
  'yahoo.co.in',
  'yahoo.co.jp',
  'yahoo.co.uk',
  'yahoo.com',
  'yahoo.de',
  'yahoo.es',
  'yahoo.fr',
  'yahoo.it',
  'yandex.com',
  'yandex.ru',
  'ymail.com',
  'zoho.com',
])

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`)

/**
 * Checks a claimed mail domain.
 * @param domain in lower case
 * @returns the fault in a sentence; null when there is none
 */
export function signOnDomainFault(domain: string): string | null {
  if (!DOMAIN.test(domain)) return `${domain.slice(0, 80)} is no mail domain: write it as acme.example`
  return PUBLIC_DOMAINS.has(domain) ? `${domain} is a public mail domain, which no account may claim` : null
}

/** The domain of a mail address, in lower case; null for text that is no address. */
export function domainOf(address: string): string | null {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return null
  const domain = text.slice(at + 1)
  return DOMAIN.test(domain) ? domain : null
}
