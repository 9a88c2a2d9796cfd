import type { RespondentCode } from '@desk/schema/respondents/state'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const STYLE =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;color:#1d2733;background:#fff}h1{font-size:1.5rem}a{display:block;margin:.5rem 0;padding:.5rem .75rem;border:1px solid #868e99;border-radius:6px;color:#1d4ed8;text-decoration:none}a:focus-visible{outline:2px solid #1d4ed8;outline-offset:2px}small{color:#4a525d;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#e6ebf1;background:#12181f}a{color:#9dbdff}small{color:#c4cad3}}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The part of a page below its text: links, and a line for testers. */
export interface PageMore {
  readonly links: readonly { readonly label: string; readonly address: string }[]
  readonly note: string
}

/** Answers a respondent with a page of our own; it loads nothing and runs nothing. */
export function sendPage(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
  more: PageMore | null = null,
): void {
  const links =
    more === null
      ? ''
      : `${more.links.map(({ label, address }) => `<a href="${escapeHtml(address).replaceAll('"', '&quot;')}">${escapeHtml(label)}</a>`).join('')}<p><small>${escapeHtml(more.note)}</small></p>`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${links}</main></body></html>`
  response.writeHead(status, HEADERS)
  response.end(page)
}

/** Redirects a respondent; only to URLs from redirects.ts. */
export function sendOn(response: ServerResponse, address: string): void {
  response.writeHead(302, {
    Location: address,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Content-Length': '0',
  })
  response.end()
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(JSON.stringify(body))
}

interface Ending {
  readonly title: string
  readonly text: string
}

const THANKS = 'Thank you for your time'
const CLOSE = 'You can close this window.'
const closed: Ending = { title: 'This survey is closed', text: `${THANKS}. ${CLOSE}` }
const thanked = (text: string): Ending => ({ title: THANKS, text: `${text} ${CLOSE}` })
const complete = thanked('Your answers are complete and were recorded.')
const unsuited = thanked('This survey is looking for other people.')

/** The page for a respondent whose supplier has no redirect for the outcome, by state. */
const ENDINGS: Readonly<Record<RespondentCode, Ending>> = {
  10: closed,
  11: closed,
  20: thanked('You cannot take part in this survey.'),
  21: unsuited,
  22: closed,
  30: complete,
  31: unsuited,
  32: thanked('This survey has enough answers from people like you.'),
  33: thanked('Your answers were recorded, but they do not count as complete.'),
  34: thanked('Your visit was recorded, but it does not count as complete.'),
  35: thanked('Your visit was recorded, but the survey did not confirm that it is complete.'),
  40: closed,
  50: thanked('Your answers were recorded, but they do not count as complete.'),
  51: complete,
}

/** Answers a respondent whose supplier has no redirect for the outcome. */
export function sendEnding(response: ServerResponse, code: RespondentCode): void {
  const { title, text } = ENDINGS[code]
  sendPage(response, 200, title, text)
}
