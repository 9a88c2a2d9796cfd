import type { CodeItem } from '@desk/schema/lookups/lookups'

/** What a code is called; the code itself while its list is not here. */
export const codeName = (list: readonly CodeItem[], code: number): string => list.find(({ pm_code }) => pm_code === code)?.pm_code_name ?? String(code)
