import { endOfString } from './json-strings.ts'

const WHITE_SPACE = new Set([' ', '\t', '\n', '\r'])

/**
 * Gives a name that an object of a JSON text holds twice, however it is escaped; null when there is none. JSON.parse silently
 * takes the last one, while a proxy in front may have used the first.
 * @param json a text that JSON.parse takes
 */
export function nameGivenTwice(json: string): string | null {
  const namesOf: Set<string>[] = []
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '{' || char === '[') namesOf.push(new Set())
    else if (char === '}' || char === ']') namesOf.pop()
    else if (char === '"') {
      const end = endOfString(json, at)
      if (isName(json, end)) {
        const name = nameIn(json.slice(at, end))
        const names = namesOf.at(-1)
        if (names?.has(name)) return name
        names?.add(name)
      }
      at = end - 1
    }
  }
  return null
}

/** In valid JSON only names are followed by a colon. */
function isName(json: string, end: number): boolean {
  let at = end
  while (WHITE_SPACE.has(json[at] ?? '')) at += 1
  return json[at] === ':'
}

function nameIn(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1) // a JSON string
}
