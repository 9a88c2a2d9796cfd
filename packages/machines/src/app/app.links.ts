import type { SnapshotFrom } from 'xstate'
import type { accountSwitchMachine } from '../account-switch/account-switch.machine.ts'
import type { formMachine } from '../form/form.machine.ts'
import type { idleMachine } from '../idle/idle.machine.ts'
import type { CommandFrom } from '../runtime/step.ts'
import type { SessionEvent } from '../session/session.events.ts'
import type { sessionMachine } from '../session/session.machine.ts'
import { user } from '../session/session.selectors.ts'
import type { tabsMachine } from '../tabs/tabs.machine.ts'
import type { userDialogMachine } from '../user-dialog/user-dialog.machine.ts'
import type { AppEvent } from './app.events.ts'

/** A command of a machine that is linked with others, by the machine's key. */
export type LinkedCommand =
  | { readonly from: 'idle'; readonly command: CommandFrom<typeof idleMachine> }
  | { readonly from: 'account-switch'; readonly command: CommandFrom<typeof accountSwitchMachine> }
  | { readonly from: 'tabs'; readonly command: CommandFrom<typeof tabsMachine> }
  | { readonly from: 'user-dialog'; readonly command: CommandFrom<typeof userDialogMachine> }
  | { readonly from: 'form/user'; readonly command: CommandFrom<typeof formMachine> }

/**
 * Gives what the app machine is told when a machine asks for something that another machine has to do.
 * @returns the event for the app machine, or null when the command is the runner's alone. `applySession`, `storeToken` (the token is
 *   stored first) and `leave` (the route changes) are performed as well; of the others, nothing is left to perform.
 */
export function appEventOf({ from, command }: LinkedCommand): AppEvent | null {
  switch (from) {
    case 'idle':
      return command.type === 'recheckSession' ? { type: 'idle.due' } : null
    case 'account-switch':
      if (command.type === 'storeToken')
        return { type: 'accountSwitch.tokenStored', pm_dsh_ud: command.params.pm_dsh_ud }
      return command.type === 'recheckSession'
        ? { type: 'accountSwitch.checkRequested', callNo: command.params.callNo }
        : null
    case 'tabs':
      return command.type === 'applySession'
        ? { type: 'otherTab.sessionApplied', isSignedIn: command.params.session !== null }
        : null
    case 'user-dialog':
      if (command.type === 'answerForm') return { type: 'userForm.answered', ...command.params }
      return command.type === 'recheckSession' ? { type: 'ownUser.changed' } : null
    case 'form/user': {
      if (command.type === 'leave') return { type: 'userForm.left' }
      if (command.type !== 'submit') return null
      const { attemptNo, values, filledSecrets } = command.params
      return { type: 'userForm.submitted', attemptNo, values, isPasswordFilled: filledSecrets.includes('password') }
    }
  }
}

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/**
 * Gives what the app machine is told of a step of the session machine: that somebody is signed in, was checked again, or is
 * signed in no more, or that no answer came; nothing when that has not changed. A token that is gone ends the session for all tabs, also where this one
 * showed nobody; a check that failed, or a password that has to be changed, is this tab's alone.
 * @param atMs the present, by the browser's own clock
 */
export function sessionNews(
  before: SessionSnapshot,
  event: SessionEvent,
  after: SessionSnapshot,
  atMs: number,
): readonly AppEvent[] {
  const [was, present] = [user(before), user(after)]
  if (present === null) {
    const hadToken = before.context.hasToken || (event.type === 'app.started' && event.hasToken)
    const isEnded = hadToken && !after.context.hasToken
    return isEnded || was !== null ? [{ type: 'session.finished', isEnded }] : []
  }
  const { uid, pm_dsh_ud } = present
  if (was === null) return [{ type: 'session.began', uid, pm_dsh_ud, atMs }]
  if (event.type === 'session.checkFailed' && after !== before) return [{ type: 'session.unanswered', atMs }]
  if (event.type !== 'session.confirmed' || after === before) return []
  const isOther = was.uid !== uid || was.pm_dsh_ud !== pm_dsh_ud
  return [
    ...(isOther ? [{ type: 'session.accountChanged' } as const] : []),
    { type: 'session.rechecked', uid, pm_dsh_ud, loginParentDshUd: present.login_pm_parent_dsh_ud, atMs },
  ]
}
