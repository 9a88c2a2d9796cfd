import type { User } from '@desk/schema/users/user'

/** Says how many users have no second factor, and whether the viewer is one of them; undefined when the users are unknown. */
export function whoHasNone(users: readonly Pick<User, 'uid' | 'second_factor_on'>[] | undefined, uid: number): string {
  if (users === undefined) return ''
  const without = users.filter(user => !user.second_factor_on)
  if (without.length === 0) return 'All users have one.'
  const count = `${without.length.toLocaleString('en-US')} of ${users.length.toLocaleString('en-US')} users ${without.length === 1 ? 'has' : 'have'} none`
  return without.some(user => user.uid === uid)
    ? `${count}, you among them: you will be led to set it up at once.`
    : `${count}.`
}
