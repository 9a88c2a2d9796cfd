import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './source-files.ts'

/** Everything that may be cited, by the form in which a citation names it: `§4.3`, `§4`, `api:P9`, `look.md 16`, `S5`, `law 3`, `0092`. */
export function citable(): ReadonlySet<string> {
  return new Set([...chapters(), ...pages(), ...decisions(), ...laws()])
}

const read = (...path: readonly string[]): string => readFileSync(join(ROOT, 'docs', ...path), 'utf8')
const found = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, id = '']) => id)

const PAGES = readdirSync(join(ROOT, 'docs', 'spec')).filter(name => name.endsWith('.md'))

/** The clauses of a chapter's page, in their order. */
export const clausesOf = (page: string): readonly string[] => found(read('spec', page), /^- \*\*(\d+\.\d+)\*\* /gm)
export const CHAPTERS = PAGES.filter(name => /^\d-/.test(name))

const chapters = (): readonly string[] =>
  CHAPTERS.flatMap(page => [page.slice(0, 1), ...clausesOf(page)].map(number => `§${number}`))

const pages = (): readonly string[] =>
  PAGES.flatMap(page => {
    const text = read('spec', page)
    return [
      ...found(text, /^## (\d+)\. /gm).map(number => `${page} ${number}`),
      ...found(text, /^- \*\*([A-Z]\d+)\*\* /gm),
      ...found(text, /^\| ([A-Z]\d+) \| /gm).map(id => `api:${id}`),
    ]
  })

const decisions = (): readonly string[] =>
  readdirSync(join(ROOT, 'docs', 'decisions')).flatMap(name => [name.slice(0, 4), name])

const laws = (): readonly string[] => found(read('laws.md'), /^\| (\d+) \|/gm).map(number => `law ${number}`)

const LIST = String.raw`(?:, (?:and )?| and |–)`
const ITEM = String.raw`(?:§|api:|RFC |WCAG |laws? |[\w-]+\.md |promises |docs\/decisions\/)?[A-Z]?[\d.]+(?:–[A-Z]?[\d.]+)?`
/** A parenthesis of nothing but citations, which is no call. */
const ONLY_CITATIONS = new RegExp(String.raw`(?<![\w$])\((${ITEM}(?:(?:, | and )${ITEM})*)\)`, 'g')
const PAGE = /\b([A-Za-z][a-z-]*\.md)[)\x60]? (?:§ ?)?(\d+)\b/g
const SECTION = /§§? ?(\d+(?:\.\d+)*)(?:–(\d+(?:\.\d+)?))?/g
const ENDPOINTS = new RegExp(String.raw`api:([A-Z]\d+(?:${LIST}(?:api:)?[A-Z]\d+)*)`, 'g')
const OTHER_BOOK = /\bRFC \d+ §[\d.]*\d/g
const PROMISE = /\bpromises(?:\.md)? ([A-Z]\d+)\b|['\x60]([FIRS]\d{1,2}): /g
const DECISION = /\bdecisions?[/ ](\d{4})\b|\bdecisions\/(\d{4}-[a-z\d-]+\.md)\b/gi
const LAW = /\blaws? (\d+)\b/gi

/** The citations of a text, in the forms of `citable`, each once. A line break in a comment does not end one. */
export function citationsOf(text: string): readonly string[] {
  const joined = text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ').replaceAll(OTHER_BOOK, '')
  const withoutPages = joined.replaceAll(PAGE, '')
  const groups = found(joined, ONLY_CITATIONS).flatMap(group => group.replaceAll(ENDPOINTS, '').split(/, | and |–/))
  return [
    ...new Set([
      ...[...joined.matchAll(PAGE)].map(([, page = '', number]) => `${page.toLowerCase()} ${number}`),
      ...ends(withoutPages, SECTION).map(number => `§${number}`),
      ...found(joined, ENDPOINTS).flatMap(endpoints),
      ...ends(joined, PROMISE),
      ...groups.filter(item => /^[A-Z]\d+$/.test(item)),
      ...groups.filter(item => /^0\d{3}$/.test(item)),
      ...ends(joined, DECISION),
      ...found(joined, LAW).map(number => `law ${number}`),
    ]),
  ]
}

/** The ids of a list that begins with an endpoint; a promise may follow: `api:P6, P7, F12`. */
const endpoints = (list: string): readonly string[] => {
  const ids = list.split(/, (?:and )?| and |–/).map(item => item.replace('api:', ''))
  return ids.map((id, at) => (at > 0 && /[FIS]/.test(id) && id[0] !== ids[0]?.[0] ? id : `api:${id}`))
}

const ends = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, one, other]) => [one, other].filter(end => end !== undefined))
