import { nameGivenTwice } from './json-names.ts'
import { isWellFormed } from './well-formed.ts'
import { endOfString } from './json-strings.ts'

/** Says whether a text, JSON or not, opens more than so many lists and objects within one another. It reads no further than there. */
export function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '"') at = endOfString(json, at) - 1
    else if (char === '{' || char === '[') {
      depth += 1
      if (depth > levels) return true
    } else if (char === '}' || char === ']') depth -= 1
  }
  return false
}

/** A journal keeps typed text unchanged. */
const JOURNALS_PATH = /^\/v1\/journals\/[^/]*$/
/** Bodies of more than this depth are refused before anything walks them. */
const MAX_JSON_DEPTH = 40
const MAX_SHOWN = 100

/**
 * Says why the text of a JSON body is refused before any field of it is looked at; null when the contract may read it.
 * @param path without its query
 */
export function bodyRefusal(text: string, path: string): string | null {
  if (text.includes('\0') || text.includes('\\u0000')) return 'The body holds a NUL character.'
  if (isDeeperThan(MAX_JSON_DEPTH, text)) return `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`
  const value = parsed(text)
  if (value === undefined) return 'The body is not valid JSON.'
  if (!isWellFormed(value) && !JOURNALS_PATH.test(path)) return 'The body holds half a character.'
  const twice = nameGivenTwice(text)
  return twice === null ? null : `The body names the field ${JSON.stringify(twice.slice(0, MAX_SHOWN))} twice.`
}

/** The value of a JSON text; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
