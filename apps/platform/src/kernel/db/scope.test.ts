import { expect, test } from 'vitest'
import { openingSql } from './scope.ts'

test('an account opens a transaction under desk_app with its id', () => {
  expect(openingSql({ role: 'desk_app', accountId: 12 }, false)).toEqual(
    `begin; set local role desk_app; set local desk.account = '12'`,
  )
})

test('the system opens one under desk_system, read only on one snapshot, with a time of its own', () => {
  expect(openingSql({ role: 'desk_system' }, true, 60_000)).toEqual(
    'begin isolation level repeatable read read only; set local role desk_system; set local statement_timeout = 60000',
  )
})

test('a hot path has its statements planned once', () => {
  expect(openingSql({ role: 'desk_app', accountId: 12 }, false, undefined, 'generic')).toEqual(
    `begin; set local role desk_app; set local desk.account = '12'; set local plan_cache_mode = force_generic_plan`,
  )
})

test('reads of what differs much from run to run have theirs planned for each', () => {
  expect(openingSql({ role: 'desk_app', accountId: 12 }, true, undefined, 'custom')).toEqual(
    `begin isolation level repeatable read read only; set local role desk_app; set local desk.account = '12'; set local plan_cache_mode = force_custom_plan`,
  )
})

test('sums over many rows sort in memory of their own', () => {
  expect(openingSql({ role: 'desk_app', accountId: 12 }, true, undefined, undefined, 32)).toEqual(
    `begin isolation level repeatable read read only; set local role desk_app; set local desk.account = '12'; set local work_mem = '32MB'`,
  )
})

test.each([0, -1, 1.5, 2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY, `1'; reset role; --` as unknown as number])(
  '%s is no account',
  accountId => {
    expect(() => openingSql({ role: 'desk_app', accountId }, false)).toThrow(RangeError)
  },
)
