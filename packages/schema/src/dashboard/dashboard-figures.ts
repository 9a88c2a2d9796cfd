import { shareOf } from '../columns/ratios.ts'
import { COST_UNKNOWN } from '../columns/supply-cost.ts'
import { RESPONDENT_CODES, type RespondentCode } from '../respondents/state.ts'
import { DASHBOARD_DAYS, type Dashboard } from './dashboard.ts'

/** A figure of the native dashboard: each declared once, with what it is and how others use the word. */
export interface DashboardFigure {
  readonly id: string
  readonly label: string
  readonly formula: string
  /**
   * How other marketplaces define the same word, as their own pages say: Cint’s “EPC and EPC/M FAQ” (help.cint.com), Lucid’s “Important Marketplace
   * Metrics” (support.lucidhq.com) and “Lucid Quality” (luc.id/quality), PureSpectrum’s API (purespectrum.atlassian.net, documentation.purespectrum.com),
   * Dynata’s “What is the incidence rate” (kb.platform.dynata.com).
   */
  readonly elsewhere?: readonly string[]
  /** Why it is not known where it is null though there are completes; left out: null is no figure. */
  readonly unknown?: string
  /** Fine money may be less than a cent. */
  readonly kind: 'percent' | 'money' | 'fine money' | 'factor'
  /** The population that it measures, unless that is everything that the projects ever had. */
  readonly span?: string
  /** Null: there is nothing to divide by; undefined: the caller's view does not have it. */
  readonly of: (dashboard: Dashboard) => number | null | undefined
}

/**
 * Counts the respondents in some states.
 * @returns undefined where the caller's view does not have states
 */
export function countOfStates({ states }: Dashboard, codes: readonly RespondentCode[]): number | undefined {
  return states?.reduce((sum, { code, count }) => (codes.includes(code) ? sum + count : sum), 0)
}

const {
  entered,
  defenderTerm,
  screenerTerm,
  noOpenQuota,
  qualityTerm,
  securityTerm,
  invalidReturn,
  abandon,
  rejected,
} = RESPONDENT_CODES

/** The states of those who never were in the survey. */
export const BEFORE_THE_SURVEY: readonly RespondentCode[] = [entered, defenderTerm, screenerTerm, noOpenQuota]
const QUALITY: readonly RespondentCode[] = [qualityTerm, securityTerm, invalidReturn]

/** How many entrants reached the survey; undefined where the view does not say. */
export function surveyStarts(dashboard: Dashboard): number | undefined {
  const before = countOfStates(dashboard, BEFORE_THE_SURVEY)
  return before === undefined ? undefined : dashboard.entrants - before
}

const share = (part: number | undefined, whole: number | undefined): number | null | undefined =>
  part === undefined || whole === undefined ? undefined : shareOf(part, whole)

/** Undefined where the view hides the expense; null where the supply price of a complete is not known, whose entrants would count as worth nothing. */
function epcOf({
  expense,
  entrants,
  completes,
  pricedCompletes,
}: Pick<Dashboard, 'expense' | 'entrants' | 'completes' | 'pricedCompletes'>): number | null | undefined {
  if (expense === undefined || expense === null) return expense
  return pricedCompletes === completes ? shareOf(expense, entrants) : null
}

const LATELY = `last ${DASHBOARD_DAYS} days`
const MINUTE_SECONDS = 60

/** The figures at the head of the native dashboard (defender.md §5), in their order. */
export const DASHBOARD_FIGURES: readonly DashboardFigure[] = [
  {
    id: 'conversion',
    label: 'Conversion',
    formula: 'Completes ÷ entrants',
    elsewhere: ['Cint: system conversion is the same'],
    kind: 'percent',
    of: ({ completes, entrants }) => shareOf(completes, entrants),
  },
  {
    id: 'survey_conversion',
    label: 'Conversion of starts',
    formula: 'Completes ÷ entrants who reached the survey',
    elsewhere: ['Cint: client-side conversion is completes ÷ prescreener completes'],
    kind: 'percent',
    of: dashboard => share(dashboard.completes, surveyStarts(dashboard)),
  },
  {
    id: 'ir',
    label: 'IR',
    formula: 'Incidence rate: completes ÷ (completes + OQs + terms)',
    elsewhere: [
      'PureSpectrum: completes ÷ (completes + OQs + terms + drops at the buyer)',
      'Dynata: completes ÷ (completes + screenouts + quota-fulls), which is the same',
    ],
    kind: 'percent',
    of: ({ completes, oQs, terms }) => shareOf(completes, completes + oQs + terms),
  },
  {
    id: 'drop_off',
    label: 'Drop-off',
    formula: 'Abandons ÷ entrants who reached the survey',
    kind: 'percent',
    of: dashboard => share(countOfStates(dashboard, [abandon]), surveyStarts(dashboard)),
  },
  {
    id: 'defender_rate',
    label: 'Defender rate',
    formula: 'Defender terms ÷ entrants',
    kind: 'percent',
    of: dashboard => share(countOfStates(dashboard, [defenderTerm]), dashboard.entrants),
  },
  {
    id: 'quality_rate',
    label: 'Quality rate',
    formula: 'Quality, security and invalid returns ÷ entrants who reached the survey',
    kind: 'percent',
    of: dashboard => share(countOfStates(dashboard, QUALITY), surveyStarts(dashboard)),
  },
  {
    id: 'reject_rate',
    label: 'Reject rate',
    formula: 'Rejected at reconciliation ÷ (completes + rejected)',
    elsewhere: [
      'Lucid: acceptance, the share of a supplier’s respondents whom buyers accepted in the end, is its complement',
    ],
    kind: 'percent',
    of: dashboard => {
      const lost = countOfStates(dashboard, [rejected])
      return lost === undefined ? undefined : shareOf(lost, lost + dashboard.completes)
    },
  },
  {
    id: 'loi_ratio',
    label: 'LOI ratio',
    formula: 'Length of the completes’ interviews ÷ their stated length',
    elsewhere: ['PureSpectrum: LOI delta, the difference of the two in minutes; its LOI is the median'],
    kind: 'percent',
    span: LATELY,
    of: ({ recent }) => shareOf(recent.interview_seconds, recent.stated_seconds),
  },
  {
    id: 'fill',
    label: 'Fill',
    formula: 'Completes ÷ target',
    kind: 'percent',
    of: ({ completes, target }) => shareOf(completes, target),
  },
  {
    id: 'pace',
    label: 'Pace index',
    formula: 'Completes a day ÷ those a day that are missing until the end of field, of live projects: 1 is on pace',
    kind: 'factor',
    span: 'last 24 hours',
    of: ({ pace }) => shareOf(pace.completes_a_day, pace.required_a_day),
  },
  {
    id: 'cpi',
    label: 'Effective CPI',
    formula: 'Expense ÷ the completes whose supply price is known',
    unknown: COST_UNKNOWN,
    kind: 'money',
    of: ({ expense, pricedCompletes }) => (expense === null ? null : share(expense, pricedCompletes)),
  },
  {
    id: 'epc',
    label: 'EPC',
    formula:
      'Earnings per click, what an entrant was worth to suppliers: expense ÷ entrants, where the supply price of all completes is known',
    unknown: COST_UNKNOWN,
    elsewhere: ['Cint: CPI × completes ÷ system entrants, who are those that reached its prescreener'],
    kind: 'money',
    of: epcOf,
  },
  {
    id: 'epc_minute',
    label: 'EPC per minute',
    unknown: COST_UNKNOWN,
    formula: 'EPC ÷ the mean length of a complete’s interview, in minutes',
    elsewhere: ['Cint: EPC/M, CPI × completes ÷ study entrants ÷ LOI'],
    kind: 'fine money',
    span: LATELY,
    of: ({ recent }) => {
      const epc = epcOf(recent)
      if (epc === undefined || epc === null) return epc
      const minutes = shareOf(recent.interview_seconds / MINUTE_SECONDS, recent.completes)
      return minutes === null ? null : shareOf(epc, minutes)
    },
  },
  {
    id: 'margin',
    label: 'Margin',
    formula: '(Revenue − expense) ÷ revenue, of the completes whose supply price is known',
    unknown: COST_UNKNOWN,
    kind: 'percent',
    of: ({ margin_share: margin }) => margin,
  },
  {
    id: 'at_risk',
    label: 'Money at risk',
    formula: 'Sell price of completes that a reconciliation can still take back',
    kind: 'money',
    span: 'open windows',
    of: ({ at_risk: atRisk }) => atRisk,
  },
]
