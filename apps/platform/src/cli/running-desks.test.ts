import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createAdminCommandFor,
  databaseName,
  findRunningDesks,
  noteRunningDesk,
  refusalBesideOtherDesks,
} from './running-desks.ts'

const CLI = fileURLToPath(new URL('./main.ts', import.meta.url))
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
/** No process has it: Linux gives none above 4,194,304. */
const DEAD_PID = 9_999_999

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'desk-running-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the command that the banner prints', () => {
  test('carries the DATA_DIR of the start as a full path', () => {
    expect(createAdminCommandFor({ DATA_DIR: folder }, 'npx --yes pnpm@1 desk')).toBe(
      `DATA_DIR=${folder} npx --yes pnpm@1 desk create-admin`,
    )
  })
  test('quotes a path with a space', () => {
    const spaced = join(folder, "Ana's desk")
    mkdirSync(spaced)
    expect(createAdminCommandFor({ DATA_DIR: spaced }, 'npx --yes pnpm@1 desk')).toContain(
      `DATA_DIR='${folder}/Ana'\\''s desk' `,
    )
  })
  test('names DATABASE_URL and never prints its password', () => {
    expect(createAdminCommandFor({ DATABASE_URL: 'postgres://u:secret@db/desk' }, 'npx --yes pnpm@1 desk')).toBe(
      'DATABASE_URL="$DATABASE_URL" npx --yes pnpm@1 desk create-admin',
    )
  })
  test('is short where nothing was set', () => {
    expect(createAdminCommandFor({}, 'npx --yes pnpm@1 desk')).toBe('npx --yes pnpm@1 desk create-admin')
  })
})

test('a database is named by server and name, without its user and password', () => {
  expect(databaseName({ databaseUrl: 'postgres://u:secret@db.example/desk', dataDir: '.data' })).toBe(
    'the database desk at db.example:5432',
  )
})

test('a note ends with its desk, and the note of a killed desk is removed', () => {
  const desk = { address: 'http://127.0.0.1:1', database: 'here', createAdmin: 'do' }
  const forget = noteRunningDesk(desk, folder)
  writeFileSync(join(folder, `${DEAD_PID}.json`), JSON.stringify(desk))
  expect(findRunningDesks(folder)).toEqual([desk])
  expect(readdirSync(folder)).toEqual([`${process.pid}.json`])
  forget()
  expect(findRunningDesks(folder)).toEqual([])
})

test('a user is created where no desk runs, and where one of several desks uses the database', () => {
  const desk = { address: 'http://127.0.0.1:1', createAdmin: 'do' }
  const running = ['here', 'there'].map(database => ({ ...desk, database }))
  expect(refusalBesideOtherDesks('here', [])).toBeNull()
  expect(refusalBesideOtherDesks('here', running)).toBeNull()
})

describe('create-admin while a desk runs on another database', () => {
  const createAdmin = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', TSX, CLI, 'create-admin', ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/mine' },
    })
  beforeEach(() => {
    noteRunningDesk(
      {
        address: 'http://127.0.0.1:4400',
        database: 'the embedded database in /srv/desk',
        createAdmin: 'DATA_DIR=/srv/desk x',
      },
      join(folder, '.tmp', 'running-desks'),
    )
  })

  test('refuses, names both databases, and says what to run', { timeout: 90_000 }, () => {
    const { status, stderr } = createAdmin()
    expect(stderr).toBe(
      [
        'This command would write to the database mine at 127.0.0.1:1, and no running desk uses it.',
        'The desk at http://127.0.0.1:4400 uses the embedded database in /srv/desk. For that desk, run:',
        '  DATA_DIR=/srv/desk x',
        'To write to it all the same, add --anyway.',
        '',
      ].join('\n'),
    )
    expect(status).toBe(2)
    expect(existsSync(join(folder, '.data'))).toBe(false)
  })
})
