import type { AppEvent } from '../../src/app/app.events.ts'

const ANN = { uid: 11, pm_dsh_ud: 2 }

export const appSamples: readonly AppEvent[] = [
  { type: 'page.loaded', hasToken: true, path: '/projects', canLink: true },
  { type: 'page.loaded', hasToken: false, path: '/login', canLink: false },
  { type: 'config.read', isLocalDevelopment: false, buildDate: null },
  { type: 'location.changed', path: '/suppliers' },
  { type: 'page.hidden' },
  { type: 'page.shown' },
  { type: 'page.unfocused' },
  { type: 'network.lost' },
  { type: 'network.regained' },
  { type: 'call.unauthorized' },
  { type: 'session.began', ...ANN, atMs: 1_000 },
  { type: 'session.rechecked', ...ANN, loginParentDshUd: 1, atMs: 3_000 },
  { type: 'session.unanswered', atMs: 4_000 },
  { type: 'session.accountChanged' },
  { type: 'session.finished', isEnded: true },
  { type: 'session.finished', isEnded: false },
  { type: 'idle.due' },
  { type: 'accountSwitch.tokenStored', pm_dsh_ud: 3 },
  { type: 'accountSwitch.checkRequested', callNo: 2 },
  { type: 'ownUser.changed' },
  { type: 'otherTab.sessionApplied', isSignedIn: true },
  { type: 'otherTab.sessionApplied', isSignedIn: false },
  { type: 'userForm.submitted', attemptNo: 1, values: { firstname: 'Ann' }, isPasswordFilled: true },
  { type: 'userForm.left' },
  { type: 'userForm.answered', isSaved: true, message: null, details: [] },
  { type: 'userForm.answered', isSaved: false, message: 'Taken.', details: [] },
]
