/** The LIKE pattern for texts that contain these words; wildcards in them are escaped. */
export function containing(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
