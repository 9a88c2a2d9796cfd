import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { journeysOf } from './journeys.ts'

function filesNamed(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-journeys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'e2e'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'e2e', name), text)
  return folder
}

test('the journey of a file is its first test, also inside a loop or a describe; axe and helpers have none', () => {
  const folder = filesNamed({
    'users.e2e.ts': "test.setTimeout(1)\n\ntest('first', () => {})\ntest('second', () => {})\n",
    'roles.e2e.ts': 'for (const role of ROLES)\n  test(`${role} opens it`, () => {})\n',
    'accessibility-editors.e2e.ts': "test('axe', () => {})\n",
    'steps.ts': "test('none', () => {})\n",
  })
  expect(journeysOf(folder)).toEqual([join(folder, 'e2e/roles.e2e.ts:2'), join(folder, 'e2e/users.e2e.ts:3')])
})

test('a file without a test is named, so that no journey is lost in silence', () => {
  expect(() => journeysOf(filesNamed({ 'empty.e2e.ts': 'const test = 1\n' }))).toThrow(/empty\.e2e\.ts has no test/)
})
