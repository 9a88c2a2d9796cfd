import type { ColumnPreset, FigureKind } from './column.ts'
import { FIGURE_COLUMNS } from './figure-columns.ts'

/**
 * A column other than the figures of §3.9–3.22: the text of its head and its place in a live table. Its screen says
 * how its cell is drawn.
 */
export interface FactColumn {
  readonly label: string
  /** The tooltip of the head, where the head alone does not say it. */
  readonly meaning?: string
  /** How a live table shows it; absent: the screen draws it. */
  readonly kind?: 'text' | FigureKind
  readonly presets?: readonly ColumnPreset[]
  /** Of a live table: its least width. */
  readonly widthPx?: number
  /** It stays at that width, however much room is left. */
  readonly isNarrow?: true
}

const statusOf = (noun: string, widthPx: number) =>
  ({ label: 'Status', meaning: `${noun} status, why, and who set it`, widthPx }) as const

/** The columns of the list of projects other than figures. */
export const PROJECT_FACTS = {
  name: { label: 'Project', widthPx: 200 },
  number: { label: 'Number', kind: 'text', presets: ['money'], widthPx: 96, isNarrow: true },
  consultant: { label: 'Manager', kind: 'text', widthPx: 106, isNarrow: true },
  unit: { label: 'Business unit', kind: 'text', presets: ['money'], widthPx: 112, isNarrow: true },
  surveys: { label: 'Surveys', kind: 'integer', presets: ['traffic'], widthPx: 78 },
  sources: {
    label: 'Live sources',
    meaning: 'Sources of the project that are live',
    kind: 'integer',
    presets: ['traffic'],
    widthPx: 76,
  },
  recon: {
    label: 'Recon',
    meaning: 'Completes that can still be adjusted, and the days until their next window closes',
    widthPx: 112,
    isNarrow: true,
  },
  status: statusOf('Project', 164),
} as const satisfies Record<string, FactColumn>

/** The columns of the list of surveys other than figures. */
export const SURVEY_FACTS = {
  name: { label: 'Survey', widthPx: 166 },
  actions: { label: 'Actions', widthPx: 72, isNarrow: true },
  country: { label: 'Country', widthPx: 112, isNarrow: true },
  language: { label: 'Language', kind: 'text', widthPx: 96, isNarrow: true },
  sources: {
    label: 'Live sources',
    meaning: 'Sources that are live, of all sources of the survey',
    presets: ['traffic'],
    widthPx: 76,
  },
  status: statusOf('Survey', 164),
} as const satisfies Record<string, FactColumn>

/** The columns of the source table other than figures (§3.8, §3.23). */
export const SOURCE_FACTS = {
  name: { label: 'Source', widthPx: 186 },
  type: { label: 'Type', kind: 'text', widthPx: 76, isNarrow: true },
  suppliers: { label: 'Supplier', kind: 'text', widthPx: 132 },
  status: statusOf('Source', 148),
} as const satisfies Record<string, FactColumn>

const { completes, entrants, ir, conversion, supplierCpi, expense, pricedCompletes } = FIGURE_COLUMNS

/** The performance of a project's surveys against their stated values (api:P13). */
export const PERFORMANCE_FACTS = {
  survey: { label: SURVEY_FACTS.name.label },
  target: { label: 'Target' },
  completes: { label: completes.label },
  progress: { label: 'Progress' },
  entrants: { label: entrants.label },
  ir: { label: ir.label },
  statedIr: { label: 'Stated IR' },
  loi: { label: 'LOI, min' },
  statedLoi: { label: 'Stated LOI' },
  conversion: { label: conversion.label },
  /** Of the whole project, with its unit beside the figure. */
  wholeLoi: { label: 'LOI, median' },
} as const satisfies Record<string, FactColumn>

/** The cost of a project's sources, and the revenue and cost of its surveys (api:P11, api:P12). */
export const COST_FACTS = {
  source: { label: SOURCE_FACTS.name.label },
  survey: { label: SURVEY_FACTS.name.label },
  type: { label: 'Type' },
  completes: { label: completes.label },
  supplyCpi: { label: 'Supply CPI', meaning: supplierCpi.formula },
  sellPrice: { label: 'Sell Price' },
  revenue: { label: 'Revenue' },
  expense: { label: expense.label, meaning: expense.formula },
  priced: { label: pricedCompletes.label, meaning: pricedCompletes.formula },
  margin: { label: 'Margin', meaning: 'Revenue − expense, both of the completes whose supply price is known' },
  marginShare: { label: 'Margin %', meaning: 'Margin ÷ revenue, both of the completes whose supply price is known' },
} as const satisfies Record<string, FactColumn>
