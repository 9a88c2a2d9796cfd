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
