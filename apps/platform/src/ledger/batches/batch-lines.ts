import type { RespondentCode } from '@desk/schema/respondents/state'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import type { RuleVerdict } from '../door/door.ts'
import type { ReturnVerdictOfRule } from '../door/judge-return.ts'
import type { EntryFacts, RespondentRow } from '../facts/ledger-facts.ts'
import type { EventDetail, LedgerEvent, VerdictLine } from '../facts/ledger-lines.ts'
import { isComplete, keepsPrice } from '../facts/tally.ts'

/** Behind every rule of the door: a return's verdicts have a place for each rule, so that a return that is sent a thousand times has one line. */
const FIRST_RETURN_PLACE = 1_000

/** The ledger lines that a batch writes, in order. */
export class BatchLines {
  #events: LedgerEvent[] = []
  #verdicts: VerdictLine[] = []

  /** Gives the lines since the last call. */
  take(): { readonly events: readonly LedgerEvent[]; readonly verdicts: readonly VerdictLine[] } {
    const taken = { events: this.#events, verdicts: this.#verdicts }
    this.#events = []
    this.#verdicts = []
    return taken
  }

  /** Logs an event of a respondent, whether or not it changed their state. */
  log(
    row: RespondentRow,
    atMs: number,
    from: RespondentCode | null,
    changed: boolean,
    detail: EventDetail | null,
    entry: EntryFacts | null,
  ): void {
    const isPriced = changed && keepsPrice(row.code)
    this.#events.push({
      atMs,
      hex: row.hex,
      sourceId: row.sourceId,
      from,
      to: row.code,
      changed,
      isTest: row.isTest,
      interviewSeconds: changed && isComplete(row.code) ? row.interviewSeconds : null,
      cpiCents: isPriced ? row.cpiCents : null,
      sellPriceCents: isPriced ? row.sellPriceCents : null,
      detail,
      entry,
    })
  }

  /** The rules that spoke against an entry. */
  keepVerdicts(
    { hex, sourceId }: { readonly hex: string; readonly sourceId: number },
    atMs: number,
    against: readonly Omit<RuleVerdict, 'code'>[],
  ): void {
    for (const [at, { rule, refused, threshold, value, setBy, heldOut }] of against.entries())
      this.#verdicts.push({
        hex,
        sourceId,
        atMs,
        place: at + 1,
        rule,
        refused,
        threshold,
        value,
        setBy,
        atReturn: false,
        mayRepeat: false,
        heldOut,
      })
  }

  /**
   * The rules that spoke against a return: of each, the first verdict stays.
   * @param row as it was before the return
   */
  keepReturnVerdicts(
    { hex, sourceId, code }: Pick<RespondentRow, 'hex' | 'sourceId' | 'code'>,
    atMs: number,
    against: readonly ReturnVerdictOfRule[],
  ): void {
    // a respondent in the survey has not returned yet
    const mayRepeat = code !== 11
    for (const { rule, refused, threshold, value, setBy } of against) {
      const place = FIRST_RETURN_PLACE + DEFENDER_RULES.indexOf(rule)
      this.#verdicts.push({
        hex,
        sourceId,
        atMs,
        place,
        rule,
        refused,
        threshold,
        value,
        setBy,
        atReturn: true,
        mayRepeat,
        heldOut: false,
      })
    }
  }
}
