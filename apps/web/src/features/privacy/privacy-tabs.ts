/** The parts of the account's privacy page, by their names in the URL. */
export const PRIVACY_TABS = {
  retention: 'Retention',
  erasure: 'Erasure',
  access: 'Access',
  objections: 'Objections',
  record: 'Record of processing',
} as const
export type PrivacyTab = keyof typeof PRIVACY_TABS

const isTab = (text: unknown): text is PrivacyTab => typeof text === 'string' && Object.hasOwn(PRIVACY_TABS, text)

const FIRST: PrivacyTab = 'retention'

/** The tab of the URL; the first one without or with an unknown name. */
export const privacyTabOf = (text: unknown): PrivacyTab => (isTab(text) ? text : FIRST)

/** The address of a tab. */
export const privacyTabHref = (tab: PrivacyTab): string =>
  tab === FIRST ? '#/admin/privacy' : `#/admin/privacy?tab=${tab}`
