import type { RespondentPath } from '@desk/schema/respondents/explain'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { RespondentSteps } from './respondent-steps.tsx'

const AT = '2026-11-20T12:00:00.000Z'
const NO_RULE = { rule: null, threshold: null, value: null, detail: null }
const LET_IN: RespondentPath = {
  rdud: '2s-018f0000000070008000000000000000',
  rid: 'r1',
  stmid: 1,
  source_name: 'Source',
  code: 11,
  is_test: false,
  late: false,
  entered_at: AT,
  ended_at: null,
  loi_minutes: null,
  steps: [
    { at: AT, from: null, to: 10, changed: true, ...NO_RULE },
    { at: AT, from: 10, to: 11, changed: true, ...NO_RULE },
  ],
  verdicts: [],
}
const SHADOW = { rule: 'country', refused: false, threshold: 'US', value: 'ZZ' }
const DECIDED = { rule: 'datacentre', refused: true, threshold: 'no datacentre', value: 'datacentre' }
const SECOND = { rule: 'device', refused: true, threshold: 'Mobile', value: 'Desktop' }

test('rules against the entry that did not decide are shown with their hypothetical effect (docs/decisions/0032)', async () => {
  const page = await draw(
    await testDesk({}),
    <RespondentSteps path={{ ...LET_IN, verdicts: [SHADOW, DECIDED, SECOND] }} zone="UTC" />,
  )
  const rules = page.getByRole('list', { name: 'Other rules that matched' }).getByRole('listitem')
  await expect.element(rules).toHaveLength(2)
  await expect.element(rules.nth(0)).toHaveTextContent('RuleCountryThresholdUSValueZZEffectShadow: records only')
  await expect.element(rules.nth(1)).toHaveTextContent('EffectWould have refused too')
})

test('a rule of Defender says whose setting it was, where it decided and where it would have refused too (docs/decisions/0058)', async () => {
  const steps = LET_IN.steps.map(step =>
    step.to === 11 ? { ...step, to: 20 as const, ...DECIDED, detail: null } : step,
  )
  const verdicts = [
    { ...DECIDED, set_by: 'level_4' as const },
    { ...SHADOW, set_by: 'account' as const },
  ]
  const page = await draw(
    await testDesk({}),
    <RespondentSteps path={{ ...LET_IN, code: 20, steps, verdicts }} zone="UTC" />,
  )
  await expect
    .element(page.getByRole('list', { name: 'Steps' }))
    .toHaveTextContent('Set byThe supplier’s level 4, Most robust')
  await expect
    .element(page.getByRole('list', { name: 'Other rules that matched' }))
    .toHaveTextContent('Set byThe account’s default')
})

test('whom no other rule spoke against is shown none', async () => {
  const page = await draw(await testDesk({}), <RespondentSteps path={{ ...LET_IN, verdicts: [DECIDED] }} zone="UTC" />)
  await expect.element(page.getByRole('list', { name: 'Steps' })).toBeVisible()
  expect(page.getByText('Other rules that matched').elements()).toEqual([])
})

test('a complete that a rule refused at its return says value, cut and whose setting it was, and what another would have done (docs/decisions/0068)', async () => {
  const speeder = { rule: 'speeder', threshold: '200 s (a third of the stated 600 s)', value: '42 s' }
  const page = await draw(
    await testDesk({}),
    <RespondentSteps
      path={{
        ...LET_IN,
        code: 33,
        steps: [
          ...LET_IN.steps,
          { at: AT, from: 11, to: 33, changed: true, ...speeder, detail: 'inbound code 1000, by browser' },
        ],
        verdicts: [
          { ...speeder, refused: true, set_by: 'project', at_return: true },
          { rule: 'bot_score', refused: false, threshold: 'at most 80 of 100', value: '91', at_return: true },
        ],
      }}
      zone="UTC"
    />,
  )
  await expect.element(page.getByText('Speeder: 42 s').first()).toBeVisible()
  await expect
    .element(page.getByRole('list', { name: 'Steps' }).getByRole('listitem').last())
    .toHaveTextContent('RuleSpeederThreshold200 s (a third of the stated 600 s)Value42 sSet byThe project')
  await expect
    .element(page.getByRole('list', { name: 'Other rules that matched' }))
    .toHaveTextContent('RuleBot scoreThresholdat most 80 of 100Value91EffectShadow: the complete counts')
})

test('who was held out is said to be, with the rules that would have refused them (docs/decisions/0069)', async () => {
  const page = await draw(
    await testDesk({}),
    <RespondentSteps
      path={{ ...LET_IN, hold_out: 'unbilled', verdicts: [{ ...SHADOW, set_by: 'account', held_out: true }] }}
      zone="UTC"
    />,
  )
  await expect.element(page.getByText('Let in against a rule, a complete is not billed')).toBeVisible()
  await expect
    .element(page.getByRole('list', { name: 'Other rules that matched' }))
    .toHaveTextContent('EffectWould have refused: held out')
})
