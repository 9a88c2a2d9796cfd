import type { ReturnHashing } from '@desk/schema/respondents/return-hashing'
import { SettingSwitch } from './setting-switch.tsx'

const NO_KEY = 'Create a key first. Without one, every return is refused.'
const MEANS =
  'A return with a wrong hash never makes a complete. With this on, one without a hash makes none either: it counts as a security term.'

/** Whether a return without a hash is refused. */
export function RequiredHash({ hashing: { hash_required: isRequired, keys } }: { readonly hashing: ReturnHashing }) {
  return (
    <SettingSwitch
      label="Returns must be hashed"
      description={keys.length === 0 ? NO_KEY : MEANS}
      isOn={isRequired}
      isDisabled={!isRequired && keys.length === 0}
      change={isOn => ({ hash_required: isOn })}
      on={{
        title: 'Require a hash of every return?',
        confirmLabel: 'Require it',
        isDanger: true,
        text: 'From now on respondents whose survey sends them back without the right hash do not count as completes, in every survey of the account. Check one return below before.',
        done: 'Returns must be hashed now',
      }}
      off={{
        title: 'Take returns without a hash?',
        confirmLabel: 'Take them',
        isDanger: false,
        text: 'From now on a return without a hash is believed. One that has a hash is still checked.',
        done: 'Returns need no hash any more',
      }}
    />
  )
}
