import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** A button, link or checkbox with a name of its own and plain words within. */
const NAMED =
  /aria-label=(?:"([^"]*)"|\{`([^`]*)`\})(?:(?!<\/|aria-label|<[A-Za-z])[\s\S]|<\w+ aria-hidden \/>)*?>\s*([A-Za-z][^<>{}=]*?)\s*<\/(?:Button|AriaButton|button|a|Link|Checkbox)>/g

/** Accessible names that lack the visible text: a user with speech input says the words on the screen. */
const lacking = (text: string): readonly string[] =>
  [...text.matchAll(NAMED)].flatMap(([, fixed, filled, seen = '']) => {
    const name = fixed ?? filled ?? ''
    return name.toLowerCase().includes(seen.toLowerCase()) ? [] : [`“${seen}” is named “${name}”`]
  })

test('the accessible name of what one presses contains the words on it (WCAG 2.5.3)', () => {
  expect(
    sourceFiles()
      .filter(({ path }) => path.startsWith('apps/web/src') && path.endsWith('.tsx') && !path.includes('.test.'))
      .flatMap(({ path, text }) => lacking(text).map(fault => `${path}: ${fault}`)),
  ).toEqual([])
})

test('a name that says the words otherwise is found', () => {
  expect(
    lacking(`
      <Button icon={<Download aria-hidden />} aria-label={\`Export \${label} as CSV\`} onPress={() => save()}>
        Export CSV
      </Button>
      <a href={to} aria-label="Edit: the survey">Edit</a>`),
  ).toEqual(['“Export CSV” is named “Export ${label} as CSV”'])
})
