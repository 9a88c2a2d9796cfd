import { effectText } from '@desk/schema/forecasts/act-effect'
import type { ChangeMark } from '@desk/schema/history/change-mark'
import { whoWords } from '#kit/statuses/status-words.ts'
import { hourText } from '#ui/format/times.ts'

/** Fields that move completes; others are settings. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  status: 'status',
  respondents: 'target',
  supplier_cpi: 'price',
  pm_sy_client_cpi: 'sell price',
  survey_url: 'survey URL',
  out_of_field_date: 'out of field',
  suppliers: 'suppliers',
  quotas: 'quotas',
  quota_groups: 'quotas',
  defender_rules: 'Defender rules',
}
const ACT_WORDS = { created: 'created', deleted: 'deleted' } as const

/** Changed fields in words: “target, price”; empty where none of them moves completes. @param fields wire names */
export const fieldWords = (fields: readonly string[]): string =>
  [...new Set(fields.flatMap(field => FIELD_WORDS[field] ?? []))].join(', ')

/** A mark in words, with its moment: “14:05 Ada Nowak: target, price of Panel D”. @param zone IANA name */
export function markText({ act, by, at, name, fields, effect }: ChangeMark, zone: string): string {
  const time = hourText(Date.parse(at), zone)
  if (act === 'created' || act === 'deleted') return `${time} ${whoWords(by)}: ${ACT_WORDS[act]} ${name}`
  const result = effect === undefined ? '' : `. Effect: ${effectText(effect)}`
  return `${time} ${whoWords(by)}: ${fieldWords(fields) || 'settings'} of ${name}${result}`
}
