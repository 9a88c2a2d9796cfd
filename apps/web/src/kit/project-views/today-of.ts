import type { TodayOf } from '@desk/schema/today/today'
import { usePreference } from '#runtime/hooks/use-preference.ts'

const isOf = (value: unknown): value is TodayOf => value === 'mine' || value === 'all'

/** Whose projects Today and its count are of, for this user. */
export const useTodayOf = () => usePreference<TodayOf>('today.of', 'all', isOf)
