import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FormPage } from '#kit/forms/form-page.tsx'
import { FormNumber } from '#kit/forms/form-texts.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { RateCardPrice } from './rate-card-price.tsx'
import { PRICED } from './testing/priced.ts'

function PricedForm() {
  const form = useForm(
    {
      form: 'survey.create 7',
      thing: 'survey',
      schema: Schema.Record(Schema.String, Schema.Unknown),
      fields: [
        { name: 'est_loi', label: 'Estimated LOI', kind: 'number' },
        { name: 'qualifying_rate', label: 'Incidence Rate', kind: 'number' },
        { name: 'pm_sy_client_cpi', label: 'Sell Price', kind: 'number' },
      ],
      stored: { est_loi: 9, qualifying_rate: 50, pm_sy_client_cpi: 6 },
      version: null,
      save: () => expect.unreachable('nothing is saved'),
      onSaved: () => undefined,
      onCancelled: () => undefined,
    },
    SAMPLE_USER,
  )
  return (
    <FormPage form={form} title="New survey" crumbs={[]}>
      <FormNumber name="qualifying_rate" />
      <FormNumber name="pm_sy_client_cpi" />
      <RateCardPrice projectUID={7} surveyUID={null} />
    </FormPage>
  )
}

test('while a new price is on its way, Tab leads to the button of the old one, which takes nothing over until the new one is there, and then leads to the field (api:S9)', async () => {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  const desk = await testDesk({
    'surveys.buyerPricing': async ({ url }) => {
      if (url.searchParams.get('qualifying_rate') === '50') return PRICED
      await released
      return { ...PRICED, price: 2.8, ir_percent: 70 }
    },
  })
  await draw(desk, <PricedForm />)
  const use = page.getByRole('button', { name: 'Use it' })
  const sellPrice = page.getByLabelText('Sell Price')
  await expect.element(use).toBeEnabled()
  await page.getByLabelText('Incidence Rate').fill('72.5')
  await sellPrice.click()
  await userEvent.keyboard('{Tab}')
  await expect.element(use).toHaveFocus()
  await expect.element(use).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(sellPrice).toHaveValue('6')

  release()
  await expect.element(page.getByText('Rate card: $2.80')).toBeVisible()
  await expect.element(use).not.toHaveAttribute('aria-disabled')
  await expect.element(use).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(sellPrice).toHaveValue('2.8')
  await expect.element(sellPrice).toHaveFocus()
})
