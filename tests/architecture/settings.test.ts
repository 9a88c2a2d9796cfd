import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INNER_VARIABLES, SCRIPT_SETTINGS } from '../../scripts/script-settings.ts'
import { defaultOf, serverSettings, settingsPage } from '../../scripts/settings-page.ts'
import { ROOT, sourceFiles } from './source-files.ts'

const page = settingsPage()
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
/** The names in a table's first column. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^\|((?: ?`[A-Z][A-Z0-9_]+`,?)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )

test('docs/settings.md holds every setting: after a change of one, run `pnpm exec tsx scripts/write-settings.ts`', () => {
  expect(readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8') === page).toBe(true)
  expect(namesIn(page).toSorted()).toEqual(
    [...serverSettings().map(({ name }) => name), ...Object.keys(SCRIPT_SETTINGS)].toSorted(),
  )
})

test('whatever the sources read from the environment is declared there', () => {
  const read = sourceFiles().flatMap(({ text }) =>
    [...text.matchAll(/process\.env(?:\['([A-Z][A-Z0-9_]+)'\]|\.([A-Z][A-Z0-9_]+))/g)].map(
      ([, one, other]) => one ?? other ?? '',
    ),
  )
  const known = new Set([...namesIn(page), ...INNER_VARIABLES])
  expect([read.length > 10, [...new Set(read)].filter(name => !known.has(name))]).toEqual([true, []])
})

test('the README’s settings are some of them, with the same defaults, and it leads to the rest', () => {
  const section = readme.slice(readme.indexOf('## Settings'), readme.indexOf('## Where to read on'))
  const servers = new Map(serverSettings().map(({ name, setting }) => [name, setting]))
  const rows = section.split('\n').flatMap(line => {
    const [, names = '', left = ''] = line.split(' | ').length > 1 ? (/^\| (.*?) \| (.*?) \|/.exec(line) ?? []) : []
    const [name, ...others] = namesIn(`|${` ${names} |`}`)
    return name === undefined ? [] : [{ names: [name, ...others], left }]
  })
  const unknown = rows.flatMap(({ names }) => names.filter(name => !servers.has(name)))
  const wrong = rows.flatMap(({ names, left }) => {
    const declared = names.flatMap(name => {
      const setting = servers.get(name)
      return setting === undefined ? [] : [defaultOf(setting).replaceAll('`', '')]
    })
    return left.replaceAll('`', '') === declared.join(', ')
      ? []
      : [`${names.join(', ')}: ${left}, declared ${declared.join(', ')}`]
  })
  expect([rows.length > 10, unknown, wrong, section.includes('(docs/settings.md)')]).toEqual([true, [], [], true])
})
