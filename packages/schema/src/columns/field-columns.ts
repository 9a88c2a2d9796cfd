import { COST_FACTS, type FactColumn } from './fact-columns.ts'

/** The columns of field work and money, of projects, surveys and sources (day.md §3). */
export const FIELD_COLUMNS = {
  recent: {
    label: '24 h',
    meaning: 'Live completes of the last 24 hours, hour by hour',
    widthPx: 84,
    isNarrow: true,
  },
  fullBy: {
    label: 'Full by',
    meaning: 'When the target will probably be full: the middle of the 80 % band of its forecast',
    widthPx: 92,
    isNarrow: true,
  },
  today: {
    label: 'Today',
    meaning: 'Live completes since midnight in your time zone',
    kind: 'integer',
    widthPx: 72,
  },
  sinceYesterday: {
    label: 'Since yesterday',
    meaning: 'Live completes of today’s finished hours − those of the same hours yesterday',
    widthPx: 92,
  },
  pace: {
    label: 'Pace',
    meaning: 'Live completes of the last 24 hours / what each day until out of field has to bring',
    kind: 'integer',
    widthPx: 92,
  },
  remaining: {
    label: 'Remaining',
    meaning: 'Target − completes',
    kind: 'integer',
    widthPx: 92,
  },
  daysLeft: {
    label: 'Days left',
    meaning: 'Days until out of field: the earliest date of the source, its survey and its project',
    widthPx: 74,
  },
  lastComplete: {
    label: 'Last complete',
    meaning: 'When the latest complete was made',
    widthPx: 96,
    isNarrow: true,
  },
  price: {
    label: 'Price',
    meaning: 'Supply Price of the source; a supplier may have its own',
    kind: 'money',
    presets: ['money'],
    widthPx: 76,
  },
  sellPrice: {
    label: 'Sell price',
    meaning: 'Price of a complete to the client, as of now',
    kind: 'money',
    presets: ['money'],
    widthPx: 76,
  },
  revenue: {
    label: 'Revenue',
    meaning: 'Sum of the sell prices of all completes',
    kind: 'money',
    presets: ['money'],
    widthPx: 98,
  },
  margin: {
    label: COST_FACTS.margin.label,
    meaning: COST_FACTS.margin.meaning,
    kind: 'money',
    presets: ['money'],
    widthPx: 98,
  },
} as const satisfies Record<string, FactColumn>
