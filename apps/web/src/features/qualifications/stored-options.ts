import { OPTIONS_MAX } from '@desk/schema/qualifications/qualification-form'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { rowsOf, type OptionRow } from './option-rows.ts'
import { QUALIFICATIONS } from './qualification-cache.ts'

/** The options of a text with the version that they had, or an earlier one: a change between the two reads makes a save stale, never lost. */
export interface StoredOptions {
  readonly version: number
  readonly rows: readonly OptionRow[]
}

/** Reads the options of a text (api:Q9, api:Q10). */
export async function readOptions(api: ApiClient, textId: number, signal?: AbortSignal): Promise<StoredOptions> {
  const [qualification] = await api.call('qualifications.ofText', { params: { id: textId }, signal })
  const options = await api.call('qualifications.options', {
    params: { id: textId },
    query: { limit: OPTIONS_MAX },
    signal,
  })
  const text = qualification?.qualification_texts.find(
    ({ qualification_texts_id }) => qualification_texts_id === textId,
  )
  return { version: text?.version ?? 0, rows: rowsOf(options) }
}

/** The cache key of a text's options. */
export const optionsKey = (textId: number) => [QUALIFICATIONS, 'options', textId] as const
