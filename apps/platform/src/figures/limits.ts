/** What is held against the limits of §3.6: what was stated, what was measured, and from how many completes on they count. */
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
export function isLoiOver({ completes, limitMinCompletes, loiMedianSeconds, statedLoiMinutes, limitLoiPercent }: Limited): boolean {
  return completes >= limitMinCompletes && loiMedianSeconds !== null && loiMedianSeconds * 100 > statedLoiMinutes * 60 * (100 + limitLoiPercent)
}

/** The incidence is lower than stated by more than the limit (domain.md §2). */
export function isIrUnder({ completes, oQs, terms, limitMinCompletes, statedIrPercent, limitIrPercent }: Limited): boolean {
  if (completes < limitMinCompletes || completes === 0) return false
  return (completes * 100 * 100) / (completes + oQs + terms) < statedIrPercent * (100 - limitIrPercent)
}
