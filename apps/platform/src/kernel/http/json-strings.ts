/** The index after the closing quote of the string that begins at `start`; the text's length when nothing closes it. */
export function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = at
    while (json[escapes - 1] === '\\') escapes -= 1
    // of an even number of backslashes each second one is a letter
    if ((at - escapes) % 2 === 0) return at + 1
  }
  return json.length
}
