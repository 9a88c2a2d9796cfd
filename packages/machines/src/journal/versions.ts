/** The version of each machine, which journal entries carry: derived from its code by `tsx scripts/write-machine-diagrams.ts`, never by hand. */
export const VERSIONS = {
  'account-switch': '854af7f16a937bf5',
  app: '2a9ac5852ccd874d',
  'completes-chart': '6ec57a705d2f5e81',
  feed: '8f6855d4944a6d5a',
  form: '97eda220497e9275',
  idle: '19cc76cd5d986f9d',
  load: 'be54c68ab0d7f0ef',
  respondent: 'ece0091308f11eda',
  session: 'a87bf1a054d5f2f2',
  sidebar: '182d1e59aab05d34',
  status: 'd3310b572bf25a78',
  'status-change': 'ed877d5162355add',
  tabs: 'a9def89fc168b6c1',
  topic: '8883457e05bdbb3c',
  'user-dialog': 'bd9d0cbc12c845e3',
  'version-poll': '265cb7e11f142bf5',
} as const
