import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { describe, expect, test } from 'vitest'
import { offerChosen } from '#kit/bulk/chosen-on-page.ts'
import { offerExport, takeWantedExport } from '#kit/tables/page-export.ts'
import { commandOf, commandSection, newPages } from './palette-acts.ts'

const NOW_MS = Date.parse('2026-11-28T12:00:00Z')

const project = (id: number, name: string, statusid?: StatusCode) => ({
  scope: 'project' as const,
  id,
  name,
  pm_proj_ud: id,
  pm_sy_ud: null,
  type: null,
  ...(statusid === undefined ? {} : { statusid }),
})
const survey = { ...project(8, 'Wave', STATUS_CODES.live), scope: 'survey' as const, pm_proj_ud: 7, pm_sy_ud: 8 }
const source = { ...survey, scope: 'source' as const, id: 9, name: 'North', type: 'diy' as const }
const supplier = { ...project(5, 'Kestrel'), scope: 'supplier' as const, pm_proj_ud: null }

const READER = { ...SAMPLE_USER, account_type: 'DESK' as const, streamViewType: 'internal' as const }
const linesOf = (text: string, targets: Parameters<typeof commandSection>[1]) => {
  const command = commandOf(text)
  return command === null ? null : (commandSection(command, targets, READER, NOW_MS)?.entries ?? [])
}
const labels = (text: string, targets: Parameters<typeof commandSection>[1]) =>
  linesOf(text, targets)?.map(({ label }) => label)

describe('a command of the palette (day.md §4)', () => {
  test('is a verb and a name; a word that only begins like one is a search', () =>
    expect(
      ['Pause  north', ' resume', 'new survey habits', 'paused', 'testing'].map(text => {
        const command = commandOf(text)
        return command === null ? null : [command.verb.word, command.name]
      }),
    ).toEqual([['pause', 'north'], ['resume', ''], ['new survey', 'habits'], null, null]))

  test('asks for the status of each found object that can follow it, and of recent ones, whose status is not known', () => {
    const found = [
      project(1, 'Live one', STATUS_CODES.live),
      project(2, 'Paused one', STATUS_CODES.paused),
      project(3, 'Stopped one', STATUS_CODES.autoPaused),
      project(4, 'Draft one', STATUS_CODES.draft),
      project(6, 'Recent one'),
      supplier,
    ]
    expect(['pause', 'resume', 'launch', 'complete'].map(verb => labels(verb, found))).toEqual([
      ['Pause Live one', 'Pause Recent one'],
      ['Resume Paused one', 'Resume Stopped one', 'Resume Recent one'],
      ['Launch Draft one', 'Launch Recent one'],
      ['Complete Live one', 'Complete Paused one', 'Complete Stopped one', 'Complete Recent one'],
    ])
    expect(linesOf('pause north', [source])).toEqual([
      {
        id: 'do/pause/source/9',
        label: 'Pause North',
        detail: 'Source · 9',
        path: '/manage/project/7/survey/8/stream/9',
        statusid: STATUS_CODES.live,
        asked: { scope: 'source', id: 9, name: 'North', to: STATUS_CODES.paused },
      },
    ])
  })

  test('opens the editor, the test and the new pages of an object, and asks for no status', () =>
    expect(
      ['edit', 'test', 'new survey', 'new source'].map(verb =>
        linesOf(verb, [project(7, 'Habits'), survey, source, supplier])?.map(({ path, asked }) => asked ?? path),
      ),
    ).toEqual([
      [
        '/manage/project/7/edit',
        '/manage/project/7/survey/8/edit',
        '/manage/project/7/survey/8/stream/9',
        '/suppliers/5',
      ],
      ['/manage/project/7/survey/8/stream/9'],
      ['/manage/project/7/survey/new'],
      ['/manage/project/7/survey/8/stream/new'],
    ]))
})

describe('a command with a value (day.md §4)', () => {
  test('edits the field of a survey or source in a dialog that begins with the typed value', () => {
    const edits = (text: string) =>
      linesOf(text, [project(7, 'Habits'), survey, source])?.map(({ label, edited }) => [
        label,
        edited?.columnId,
        edited?.initial,
      ])
    expect(edits('set price of north to $5.65')).toEqual([
      ['Set the price of Wave to $5.65', 'sellPrice', '5.65'],
      ['Set the price of North to $5.65', 'supplierCpi', '5.65'],
    ])
    expect(edits('set target of wave')).toEqual([
      ['Set the target of Wave', 'completes', undefined],
      ['Set the target of North', 'completes', undefined],
    ])
    expect(edits('extend wave to 12 Dec')?.[0]).toEqual(['Extend Wave to 12 Dec', 'daysLeft', '2026-12-12T23:59'])
  })

  test('has a name that ends at the last “to”, so that the search is for the name alone', () =>
    expect(
      ['set price of road to rome to 5', 'set target of to 40', 'pause road to rome'].map(text => {
        const { name, value } = commandOf(text) ?? {}
        return [name, value]
      }),
    ).toEqual([
      ['road to rome', '5'],
      ['', '40'],
      ['road to rome', ''],
    ]))

  test('acts on the chosen rows of the page, by the change of several that the page offers', () => {
    const opened: unknown[] = []
    const end = offerChosen({
      noun: 'source',
      count: 3,
      kinds: ['status', 'supplyPrice'],
      open: (...asked) => opened.push(asked),
    })
    const lines = ['pause chosen', 'set price of chosen to 5.65', 'set target of chosen to 4', 'pause north'].map(
      text => linesOf(text, []),
    )
    for (const [line] of lines.map(found => found ?? [])) line?.run?.()
    end()
    expect([lines.map(found => found?.map(({ label }) => label)), opened]).toEqual([
      [['Pause the chosen 3 sources'], ['Set the price of the chosen 3 sources to 5.65'], [], []],
      [
        ['status', String(STATUS_CODES.paused)],
        ['supplyPrice', '5.65'],
      ],
    ])
    expect(linesOf('pause chosen', [])).toEqual([])
  })

  test('exports the table of the page, or of the object that it opens', () => {
    const run = () => undefined
    const end = offerExport({ label: 'Sources', run })
    expect(linesOf('export', [survey])?.map(({ label, path }) => [label, path])).toEqual([
      ['Export sources', ''],
      ['Export Wave', '/manage/project/7/survey/8/streams'],
    ])
    linesOf('export wave', [survey])?.[0]?.run?.()
    end()
    expect([takeWantedExport('/manage/project/7/survey/8/streams'), takeWantedExport('/x')]).toEqual([true, false])
  })
})

describe('the new pages (day.md §4)', () => {
  const user = { ...SAMPLE_USER, account_type: 'DESK' as const, is_super_admin: false, custom_qual_create: false }
  const paths = (roleId: RoleId, near = {}) => newPages({ ...user, role_id: roleId }, near).map(({ path }) => path)

  test('are those that the user may create, in the present project and survey', () =>
    expect([paths(ROLE_IDS.admin), paths(ROLE_IDS.user, { pm_proj_ud: 7, pm_sy_ud: 8 })]).toEqual([
      ['/manage/project/new', '/suppliers/new', '/qualifications/new'],
      ['/manage/project/new', '/manage/project/7/survey/new', '/manage/project/7/survey/8/stream/new'],
    ]))

  test('are none for roles that read studies (docs/decisions/0107)', () =>
    expect([paths(ROLE_IDS.finance), paths(ROLE_IDS.readOnly)]).toEqual([[], []]))

  test('are none in a DEFENDER account', () => expect(newPages({ ...user, account_type: 'DEFENDER' }, {})).toEqual([]))
})
