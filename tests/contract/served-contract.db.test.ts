import { openApiDocument } from '@desk/api/openapi'
import { usePlatform } from '@desk/platform/testing/platform'
import { expect, test } from 'vitest'

const platform = usePlatform()

test('GET /openapi.json is the contract, for any caller', async () => {
  const response = await fetch(`${platform().url}/openapi.json`)
  expect([response.status, await response.json()]).toEqual([200, JSON.parse(JSON.stringify(openApiDocument()))])
})
