import { expect, test } from 'vitest'
import { faultsOfStyleSheets, readWebSources } from './style-sheets.ts'

const faultsOf = (files: Readonly<Record<string, string>>) => faultsOfStyleSheets(new Map(Object.entries(files)))

const SHEET = `
.row { color: red; &:hover .name { margin: 0.5em; } }
/* .gone { } */
@media (width > 10.5px) { .row.wide { composes: plain from '../ui/text.module.css'; } }`
const TEXT = '.plain { animation: turn 1.5s; }'
const row = (classes: string) =>
  `import s from '#kit/row.module.css'\nexport const Row = () => <p className={${classes}} />`

test('a class that a component misspells is a fault, wherever its sheet is imported from', () => {
  const files = { 'kit/row.module.css': SHEET, 'ui/text.module.css': TEXT }
  const whole = row("`${s['row']} ${s['name']} ${s['wide']}`")
  expect(faultsOf({ ...files, 'features/row.tsx': whole })).toEqual([])
  expect(faultsOf({ ...files, 'features/row.tsx': whole.replace("'wide'", "'wyde'") })).toEqual([
    'features/row.tsx names the class wyde, which kit/row.module.css lacks',
    'kit/row.module.css has the class wide, which no module uses',
  ])
  expect(faultsOf({ ...files, 'kit/row.tsx': whole.replace('#kit', '.'), 'ui/text.module.css': '' })).toEqual([
    'kit/row.module.css names the class plain, which ui/text.module.css lacks',
  ])
})

test('so is a class that no component names, a sheet that is not there, and a class by a name that no check can read', () => {
  expect(faultsOf({ 'ui/text.module.css': TEXT })).toEqual([
    'ui/text.module.css has the class plain, which no module uses',
  ])
  expect(faultsOf({ 'features/row.tsx': row("s['row']") })).toEqual([
    'features/row.tsx imports kit/row.module.css, which is not there',
  ])
  expect(faultsOf({ 'kit/row.module.css': '', 'features/row.tsx': row('s[size]') })).toEqual([
    'features/row.tsx looks a class of kit/row.module.css up by a name that no check can read: write each name',
  ])
})

test('every class of the web client is in its sheet and in use', () => {
  expect(faultsOfStyleSheets(readWebSources())).toEqual([])
})
