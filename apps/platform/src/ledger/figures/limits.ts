import { judgeLimits, type LimitVerdict } from '@desk/schema/surveys/survey-limits'

/** The values for the limits of §3.6: stated, measured, and the completes from which the limits act. */
export interface Limited {
  readonly completes: number
  readonly oQs: number
  readonly terms: number
  readonly loiMedianSeconds: number | null
  readonly statedLoiMinutes: number
  readonly statedIrPercent: number
  readonly limitLoiPercent: number
  readonly limitIrPercent: number
  readonly limitMinCompletes: number
}

/** The median interview is longer than stated by more than the limit (domain.md §2). */
export const isLoiOver = (limited: Limited): boolean => verdictOn(limited).is_over_loi

/** The incidence is lower than stated by more than the limit (domain.md §2). */
export const isIrUnder = (limited: Limited): boolean => verdictOn(limited).is_under_ir

function verdictOn({
  completes,
  oQs,
  terms,
  loiMedianSeconds,
  statedLoiMinutes,
  statedIrPercent,
  limitLoiPercent,
  limitIrPercent,
  limitMinCompletes,
}: Limited): LimitVerdict {
  const tried = completes + oQs + terms
  return judgeLimits(
    {
      completes,
      statedLoi: statedLoiMinutes,
      loi: loiMedianSeconds === null ? null : loiMedianSeconds / 60,
      statedIr: statedIrPercent,
      ir: tried === 0 ? null : (completes * 100) / tried,
    },
    { limit_loi_percent: limitLoiPercent, limit_ir_percent: limitIrPercent, limit_min_completes: limitMinCompletes },
  )
}
