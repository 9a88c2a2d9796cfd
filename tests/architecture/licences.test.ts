import { expect, test } from 'vitest'
import { licenceOf, shippedPackages } from '../../scripts/release/sbom.ts'
import { ROOT } from './source-files.ts'

/** Licences that the Apache License 2.0 of this project can ship with (docs/decisions/0094). */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'EPL-2.0 OR GPL-3.0-or-later',
  'ISC',
  'MIT',
  'MIT and ISC',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

test('each package that ships has a licence that this project may ship with (0094)', () => {
  const found = shippedPackages(ROOT)
  expect(found.size).toBeGreaterThan(100)
  const others = [...found.values()].map(manifest => ({ name: manifest.name, licence: licenceOf(manifest) }))
  expect(others.filter(({ licence }) => !ALLOWED.has(licence))).toEqual([])
})
