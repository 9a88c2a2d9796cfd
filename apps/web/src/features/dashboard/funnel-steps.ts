import type { Dashboard } from '@desk/schema/dashboard/dashboard'
import { countOfStates } from '@desk/schema/dashboard/dashboard-figures'
import { RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'

/** One bar of the funnel: how many are left after it, or how many were lost at it. */
export interface FunnelStep {
  readonly label: string
  readonly count: number
  readonly isLoss: boolean
}

const CODES = RESPONDENT_CODES

/** The losses between two stages, with the states of each. */
const LOSSES: readonly {
  readonly label: string
  readonly codes: readonly RespondentCode[]
  readonly isAtTheDoor: boolean
}[] = [
  { label: 'Defender terms', codes: [CODES.defenderTerm], isAtTheDoor: true },
  { label: 'Screener terms', codes: [CODES.screenerTerm], isAtTheDoor: true },
  { label: 'Overquota on entry', codes: [CODES.noOpenQuota], isAtTheDoor: true },
  { label: 'In pre-survey checks', codes: [CODES.entered], isAtTheDoor: true },
  { label: 'Client terms', codes: [CODES.clientTerm], isAtTheDoor: false },
  { label: 'Client overquota', codes: [CODES.clientOverquota], isAtTheDoor: false },
  {
    label: 'Quality and security terms',
    codes: [CODES.qualityTerm, CODES.securityTerm, CODES.invalidReturn],
    isAtTheDoor: false,
  },
  { label: 'Abandoned', codes: [CODES.abandon], isAtTheDoor: false },
  { label: 'In the survey now', codes: [CODES.inSurvey], isAtTheDoor: false },
  { label: 'Rejected at reconciliation', codes: [CODES.rejected], isAtTheDoor: false },
]

/**
 * The funnel from entrants to completes with each loss between, in order; stages and losses always add up. The plain external view
 * has the columns that it sees, and the rest as one.
 */
export function funnelSteps(dashboard: Dashboard): readonly FunnelStep[] {
  const { entrants, terms, oQs, completes } = dashboard
  const stage = (label: string, count: number): FunnelStep => ({ label, count, isLoss: false })
  const loss = (label: string, count: number): FunnelStep => ({ label, count, isLoss: true })
  if (dashboard.states === undefined)
    return [
      stage('Entrants', entrants),
      loss('Terms', terms),
      loss('OQs', oQs),
      loss('Other', entrants - terms - oQs - completes),
      stage('Completes', completes),
    ]
  const lost = LOSSES.map(({ label, codes, isAtTheDoor }) => ({
    step: loss(label, countOfStates(dashboard, codes) ?? 0),
    isAtTheDoor,
  })).filter(({ step }) => step.count > 0)
  const atTheDoor = lost.filter(({ isAtTheDoor }) => isAtTheDoor).map(({ step }) => step)
  const reached = entrants - atTheDoor.reduce((sum, { count }) => sum + count, 0)
  return [
    stage('Entrants', entrants),
    ...atTheDoor,
    stage('Reached the survey', reached),
    ...lost.filter(({ isAtTheDoor }) => !isAtTheDoor).map(({ step }) => step),
    stage('Completes', completes),
  ]
}
