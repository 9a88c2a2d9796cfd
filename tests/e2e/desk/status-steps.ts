import type { StatusCode, StatusScope } from '@desk/schema/statuses/status'
import type { StatusChangeAnswer, StatusOptions } from '@desk/schema/statuses/status-view'
import type { Locator, Page } from '@playwright/test'
import type { Desk } from './desk.ts'

/** The button that shows the status of a project, survey or source, and opens its menu. */
export const statusButton = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name: new RegExp(`^Status of ${name}: `) })

export const statusItem = (page: Page, status: string): Locator =>
  page.getByRole('menuitem', { name: status, exact: true })
export const confirmation = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Confirm Status Change' })

/** Chooses a status in the menu, as a person does; gives the dialog that asks. */
export async function askForStatus(page: Page, name: string, status: string): Promise<Locator> {
  await statusButton(page, name).click()
  await statusItem(page, status).click()
  return confirmation(page)
}

/** Changes a status over the API, as a user in another browser. */
export async function changeStatus(
  desk: Desk,
  token: string,
  scope: StatusScope,
  id: number,
  statusid: StatusCode,
  note?: string,
): Promise<StatusChangeAnswer> {
  const options: StatusOptions = (await desk.call('GET', `/v1/statuses/${scope}/${id}`, { token })).body
  const body = { scope, id, statusid, version: options.status.version, ...(note === undefined ? {} : { note }) }
  const answer = await desk.call('PATCH', '/v1/survey-streams', { token, body })
  if (answer.status !== 200) throw new Error(`The status was not changed: ${JSON.stringify(answer.body)}`)
  return answer.body
}
