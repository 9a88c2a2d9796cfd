import { describe, expect, test } from 'vitest'
import { isPlainPath } from './plain-path.ts'

describe('a path of the API', () => {
  test.each([
    '/',
    '/v1/changes',
    '/v1/changes/',
    '/V1/Changes',
    '/openapi.json',
    '/scim/v2/Users/17',
    '/scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User',
    '/v1/reports/1/months/2026-07',
    '/v1/document-files/eyJ0.a_b-c~1',
    '/v1/search/M%C3%BCller%20%26%20S%C3%B6hne',
    '/v1/search/50%25',
    '/v1/a/...',
    '/v1/a/.hidden',
  ])('%s is plain', path => {
    expect(isPlainPath(path)).toBe(true)
  })

  test.each([
    ['an empty segment', '/v1//changes'],
    ['two slashes at the end', '/v1/changes//'],
    ['two slashes at the beginning', '//v1/changes'],
    ['a dot segment', '/v1/./changes'],
    ['a dot segment at the end', '/v1/changes/.'],
    ['two dots', '/scim/../v1/changes'],
    ['two dots at the end', '/v1/changes/..'],
    ['escaped dots', '/v1/%2e%2E/changes'],
    ['dots of which one is escaped', '/v1/.%2e/changes'],
    ['a path parameter', '/v1/changes;x'],
    ['a path parameter in the middle', '/v1;x/changes'],
    ['an empty path parameter', '/v1/changes;'],
    ['an escaped path parameter', '/v1/changes%3Bx'],
    ['a fragment', '/v1/changes#x'],
    ['a backslash', String.raw`/v1\changes`],
    ['an escaped backslash', '/v1%5cchanges'],
    ['an escaped slash', '/v1%2fchanges'],
    ['an escaped letter', '/v1/%63hanges'],
    ['an escaped capital letter', '/v1/%43hanges'],
    ['the last escaped letter', '/v1/%7a'],
    ['an escaped digit', '/v%31/changes'],
    ['an escaped hyphen', '/desk%2dapi/reports'],
    ['an escaped underscore', '/v1/a%5fb'],
    ['an escaped tilde', '/v1/%7eada'],
    ['an escaped NUL', '/v1/changes%00'],
    ['an escaped line break', '/v1/changes%0a'],
    ['an escaped delete', '/v1/changes%7f'],
    ['half an escape', '/v1/changes%'],
    ['an escape that is none', '/v1/%zz'],
    ['a space', '/v1/changes x'],
    ['a tab', '/v1/changes\t'],
    ['a letter outside ASCII', '/v1/change\u017f'],
    ['no slash', 'v1/changes'],
    ['nothing', ''],
  ])('with %s is not', (_, path) => {
    expect(isPlainPath(path)).toBe(false)
  })
})
