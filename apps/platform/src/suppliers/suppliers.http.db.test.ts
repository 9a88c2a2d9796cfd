import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '../testing/platform.ts'
import { stage, type Stage } from '../testing/stage.ts'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

test("a supplier over HTTP; its price is not in the plain external view, and it is not there for another account (§3.7, api:U13)", async () => {
  const { study, plain, advanced, stranger } = on
  const path = `/v1/suppliers/${study.supplierId}`
  const { status, body } = await advanced('GET', path)
  expect([status, body.name, body.supplier_cpi]).toEqual([200, 'Northlight Panels', 3])
  const { supplier_cpi: _, ...seen } = body
  expect((await plain('GET', path)).body).toEqual(seen)
  expect((await stranger('GET', path)).status).toBe(404)
})
