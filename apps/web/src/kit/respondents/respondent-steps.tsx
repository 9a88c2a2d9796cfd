import { isLinkCheck } from '@desk/schema/surveys/link-check'
import { SETTER_LABELS, type RuleSetter } from '@desk/schema/defender/in-force'
import { RESPONDENT_STATE_LABELS, TONE_OF_STATE } from '@desk/schema/respondents/state'
import type { RespondentPath, RespondentStep, RespondentVerdict } from '@desk/schema/respondents/explain'
import { dateTimeText } from '#ui/format/times.ts'
import { minutesText } from '#ui/format/figures.ts'
import { GivenId } from '#ui/given-id.tsx'
import {
  clockText,
  effectWords,
  furtherVerdicts,
  pathHeading,
  ruleWords,
  stepHeading,
  TONE_GLYPHS,
  verdictOf,
} from './respondent-words.ts'
import styles from './respondent-steps.module.css'

export interface RespondentStepsProps {
  path: RespondentPath
  /** IANA name of the zone in which moments are written. */
  zone: string
}

/** One respondent's path: the present state, and each step with the rule, threshold and value that decided it. */
export function RespondentSteps({ path, zone }: RespondentStepsProps) {
  const marks = [isLinkCheck(path) ? 'link check' : path.is_test ? 'test' : null, path.late ? 'late return' : null]
    .filter(Boolean)
    .join(', ')
  return (
    <div className={styles['path']}>
      <p className={styles['outcome']} data-tone={TONE_OF_STATE[path.code]}>
        <span aria-hidden>{TONE_GLYPHS[TONE_OF_STATE[path.code]]}</span> {pathHeading(path)}
        {marks === '' ? null : <span className={styles['marks']}> · {marks}</span>}
      </p>
      <dl className={styles['facts']}>
        <Fact name="Source">{path.source_name}</Fact>
        <Fact name="State">
          {RESPONDENT_STATE_LABELS[path.code]} ({path.code})
        </Fact>
        <Fact name="RDUD" isCode>
          {path.rdud}
        </Fact>
        <Fact name="rid" isCode>
          <GivenId text={path.rid} />
        </Fact>
        {path.supplier ? <Fact name="Supplier">{path.supplier}</Fact> : null}
        <Fact name="Entered">{dateTimeText(Date.parse(path.entered_at), zone)}</Fact>
        {path.ended_at === null ? null : <Fact name="Ended">{dateTimeText(Date.parse(path.ended_at), zone)}</Fact>}
        {path.hold_out === undefined ? null : (
          <Fact name="Held out">
            {path.hold_out === 'billed' ? 'Let in against a rule' : 'Let in against a rule, a complete is not billed'}
          </Fact>
        )}
        {path.loi_minutes === null ? null : <Fact name="LOI">{minutesText(path.loi_minutes)} min</Fact>}
      </dl>
      <h3 id="respondent-steps">Steps</h3>
      <ol role="list" aria-labelledby="respondent-steps" className={styles['steps']}>
        {path.steps.map((step, index) => (
          <Step key={index} step={step} zone={zone} setBy={verdictOf(step, path)?.set_by} />
        ))}
      </ol>
      <FurtherRules verdicts={furtherVerdicts(path)} />
    </div>
  )
}

interface StepProps {
  step: RespondentStep
  zone: string
  /** Whose setting the rule was that decided here. */
  setBy: RuleSetter | undefined
}

function Step({ step, zone, setBy }: StepProps) {
  const tone = TONE_OF_STATE[step.to]
  const atMs = Date.parse(step.at)
  return (
    <li className={styles['step']} data-tone={tone}>
      <span aria-hidden className={styles['glyph']}>
        {TONE_GLYPHS[tone]}
      </span>
      <div>
        <p className={styles['state']}>
          {stepHeading(step)}
          {step.changed ? null : <span className={styles['unchanged']}> · changed nothing</span>}
        </p>
        <time dateTime={step.at} className={styles['time']} title={dateTimeText(atMs, zone)}>
          {clockText(atMs, zone)}
        </time>
        {step.rule === null ? null : (
          <dl className={styles['why']}>
            <Fact name="Rule">{ruleWords(step.rule)}</Fact>
            {step.threshold === null ? null : <Fact name="Threshold">{step.threshold}</Fact>}
            {step.value === null ? null : <Fact name="Value">{step.value}</Fact>}
            {setBy === undefined ? null : <Fact name="Set by">{SETTER_LABELS[setBy]}</Fact>}
          </dl>
        )}
        {step.detail === null || step.detail === '' ? null : <p className={styles['detail']}>{step.detail}</p>}
      </div>
    </li>
  )
}

/**
 * The rules against the entry or the return that did not decide; the deciding ones are with their steps
 * (docs/decisions/0032).
 */
function FurtherRules({ verdicts }: { verdicts: readonly RespondentVerdict[] }) {
  if (verdicts.length === 0) return null
  return (
    <section aria-labelledby="respondent-further-rules">
      <h3 id="respondent-further-rules">Other rules that matched</h3>
      <ul role="list" aria-labelledby="respondent-further-rules" className={styles['steps']}>
        {verdicts.map((verdict, index) => (
          <li key={index}>
            <dl className={styles['why']}>
              <Fact name="Rule">{ruleWords(verdict.rule)}</Fact>
              <Fact name="Threshold">{verdict.threshold}</Fact>
              <Fact name="Value">{verdict.value}</Fact>
              {verdict.set_by === undefined ? null : <Fact name="Set by">{SETTER_LABELS[verdict.set_by]}</Fact>}
              <Fact name="Effect">{effectWords(verdict)}</Fact>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ name, children, isCode = false }: { name: string; children: React.ReactNode; isCode?: boolean }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd data-code={isCode || undefined}>{children}</dd>
    </div>
  )
}
