import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { twinOf } from '@desk/web/app/paths'
import { expect, test } from 'vitest'
import { indexText } from './index-text.ts'
import { SCREENS, SHEETS } from './screens.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const APP = join(ROOT, 'apps', 'web', 'src', 'app')
const SHEET_MAX_BYTES = 250_000
const ALL_MAX_BYTES = 18_000_000

/** The paths of the routes that show something, rather than lead on at once. */
function pathsThatShow(): readonly string[] {
  const generated = readFileSync(join(APP, 'routeTree.gen.ts'), 'utf8')
  const files = new Map(
    [...generated.matchAll(/import \{ Route as (\w+)Import \} from '(.+)'/g)].map(([, name = '', file = '']) => [
      name,
      file,
    ]),
  )
  const byId = /interface FileRoutesById \{([^}]*)\}/.exec(generated)?.[1] ?? ''
  return [...byId.matchAll(/'(\/.*)': typeof (\w+?)(WithChildren)?$/gm)].flatMap(
    ([, id = '', name = '', holdsOthers]) => {
      const showsSomething =
        holdsOthers === undefined && /component: /.test(readFileSync(join(APP, files.get(name) ?? ''), 'utf8'))
      const path = id.replace(/^\/_\w+/, '')
      return showsSomething ? [path, twinOf(path) ?? []].flat() : []
    },
  )
}

const sheetOf = (name: string): string => join(ROOT, SHEETS, `${name}.jpg`)

test('every route of the router has a picture listed, and every picture its routes', () => {
  expect([...new Set(SCREENS.flatMap(({ routes }) => routes))].toSorted()).toEqual(pathsThatShow().toSorted())
})

test('project, supplier, survey, qualification and source have a form each, at a path of its own (§2.43)', () => {
  const forms = [
    '/projects/new',
    '/projects/$projectUID/edit',
    '/suppliers/new',
    '/suppliers/$supplierId',
    '/projects/$projectUID/survey/new',
    '/projects/$projectUID/survey/$surveyUID/edit',
    '/qualifications/new',
    '/qualifications/$qualificationId',
    '/projects/$projectUID/survey/$surveyUID/stream/new',
    '/projects/$projectUID/survey/$surveyUID/manual-streams/new',
  ]
  const paths = pathsThatShow()
  expect(forms.filter(path => !paths.includes(path))).toEqual([])
})

test('every screen that is listed was taken, none too large, and is in the index', () => {
  expect(SCREENS.filter(({ name }) => !existsSync(sheetOf(name))).map(({ name }) => name)).toEqual([])
  const bytes = SCREENS.map(({ name }) => statSync(sheetOf(name)).size)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(SHEET_MAX_BYTES)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(ALL_MAX_BYTES)
  expect(readFileSync(join(ROOT, 'docs', 'pictures', 'README.md'), 'utf8')).toBe(indexText(SCREENS))
})
