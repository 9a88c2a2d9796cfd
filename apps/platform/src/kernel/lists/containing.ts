/** The LIKE pattern of texts that hold these words; a wildcard in them is itself. */
export function containing(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
